import type { DrawingAnalysis } from './geometry/analyze-drawing.ts'
import { type ConversionReport, MOST_NAMED, ModelError, type Structure } from './model.ts'
import { notShownReasons } from './not-shown.ts'
import type { ModelContents, Preparation } from './read-model.ts'
import { ShapeState } from './structure/bodies.ts'
import type { MappingFault } from './structure/mapped-items.ts'

/** Row limit of the report, for files in which nothing can be shown. */
const MOST_ROWS = 5000

/**
 * Lists the elements that should be visible but are not, with a reason each, and adds warnings with their
 * counts.
 * @param asked whether the second engine has tried as well
 */
export function addNotShownElements(
  report: ConversionReport,
  contents: ModelContents,
  analysis: DrawingAnalysis,
  preparation: Preparation,
  asked: boolean,
): void {
  const leftOut = new Map(preparation.leftOut.map((each) => [each.id, each]))
  const { elements, classes } = contents.structure
  const named = new Map<Cause, { count: number; which: string[] }>()
  for (const [element, id] of contents.ids.entries()) {
    const { fault, reason } = leftOut.get(id) ?? {}
    const cause = fault ?? causeOf(contents, analysis, element, id, asked)
    if (cause === null) continue
    const known = named.get(cause) ?? { count: 0, which: [] }
    named.set(cause, known)
    known.count++
    if (known.which.length < MOST_NAMED) known.which.push(describeElement(contents.structure, element))
    if (report.not_shown.length >= MOST_ROWS) continue
    const isUnknown = contents.shapes[element] === ShapeState.unknown
    const code = cause === 'GEOMETRY' ? (reason ?? (isUnknown ? 'UNKNOWN_SHAPE' : cause)) : cause
    report.not_shown.push({
      element,
      guid: elements.guid[element] ?? '',
      name: elements.name[element] ?? '',
      class: classes[elements.class[element] ?? -1] ?? '',
      code,
      reason: notShownReasons[code],
    })
  }
  for (const [cause, { count, which }] of named)
    report.warnings.push({ code: cause, message: MESSAGES[cause], count, which })
}

/** An element's name, or its class and GlobalId. */
function describeElement({ elements, classes }: Structure, element: number): string {
  const name = elements.name[element] ?? ''
  return name || `${classes[elements.class[element] ?? -1] ?? ''} ${elements.guid[element] ?? ''}`.trim()
}

type Cause = 'COORDINATE' | 'MISSING_SHAPE' | 'CUT_AWAY' | 'GEOMETRY' | MappingFault

const MESSAGES: Record<Cause, string> = {
  COORDINATE: 'Some elements have invalid coordinates and are not shown.',
  MISSING_SHAPE: 'Some elements refer to a shape that the file does not contain.',
  CUT_AWAY: 'Some elements are not visible because their openings cut them away completely.',
  GEOMETRY: 'Some elements have a shape that could not be shown.',
  SHAPE_LOOP: 'Some elements have a shape that contains itself and are not shown.',
  TOO_MANY_PARTS: 'Some elements repeat their parts so often that they cannot be shown.',
}

/** Why an element is not shown correctly; null when it is. */
function causeOf(
  contents: ModelContents,
  analysis: DrawingAnalysis,
  element: number,
  id: number,
  asked: boolean,
): Cause | null {
  if (analysis.misplaced.has(id)) return 'COORDINATE'
  if (analysis.shown.has(id)) return null
  switch (contents.shapes[element]) {
    case ShapeState.body:
    case ShapeState.unknown:
      return 'GEOMETRY'
    case ShapeState.cut:
      // Blamed on the file only when two engines agree.
      return asked ? 'CUT_AWAY' : 'GEOMETRY'
    case ShapeState.missing:
      return 'MISSING_SHAPE'
    default:
      return null
  }
}

/**
 * Rejects a model that declares shapes but shows none.
 * @throws ModelError NO_GEOMETRY
 */
export function checkHasShapes(report: ConversionReport, contents: ModelContents, kept: number): void {
  const isRefused = contents.shapes.some((state) => state !== ShapeState.none && state !== ShapeState.unknown)
  if (kept > 0 || report.not_shown.length === 0 || !isRefused) return
  const first = report.not_shown[0]
  const count = contents.shapes.filter((state) => state !== ShapeState.none).length
  const dangling = report.warnings.find((warning) => warning.code === 'DANGLING_REFERENCE')
  const because = dangling ? ` Missing objects that the file refers to: ${dangling.count}.` : ''
  throw new ModelError(
    'NO_GEOMETRY',
    `None of the elements with a shape could be shown (${count}). ${first?.reason ?? ''}${because}`,
    'Open the file in your design program, check that the model is correct, and export it again.',
  )
}

/** Classes that consist of lines by themselves. */
const LINES = /^Ifc(Alignment|Grid|Annotation|Referent|Linear(Positioning)?Element|PositioningElement)$/

/** Adds a warning for a file in which no body can be drawn, which is allowed: it may hold lines only, or no shapes. */
export function addNoShapesWarning(report: ConversionReport, contents: ModelContents, kept: number): void {
  if (kept > 0) return
  const { elements, classes } = contents.structure
  const found: number[] = []
  for (const [element, kind] of elements.class.entries())
    if (LINES.test(classes[kind] ?? '')) found.push(element)
  if (found.length > 0 || contents.lines.count > 0) {
    const message = 'The file contains lines only, such as alignments, grids or annotations.'
    const which = found.slice(0, MOST_NAMED).map((element) => describeElement(contents.structure, element))
    report.warnings.push({ code: 'LINES_ONLY', message, count: found.length || contents.lines.count, which })
    return
  }
  if (report.not_shown.length > 0) return
  const message = 'The file contains no shapes; only its structure and properties are available.'
  report.warnings.push({ code: 'NO_SHAPES', message, count: 1 })
}

/** Adds warnings for elements with an invalid or duplicate GlobalId: issues, BCF and comparison find elements by it. */
export function addGuidWarnings(report: ConversionReport, structure: Structure): void {
  const bad: number[] = []
  const same: number[] = []
  const seen = new Set<string>()
  for (const [element, guid] of structure.elements.guid.entries()) {
    if (!/^[0-9A-Za-z_$]{22}$/.test(guid)) bad.push(element)
    else if (seen.has(guid)) same.push(element)
    seen.add(guid)
  }
  const add = (code: string, message: string, elements: number[]) => {
    if (elements.length === 0) return
    const which = elements.slice(0, MOST_NAMED).map((element) => describeElement(structure, element))
    report.warnings.push({ code, message, count: elements.length, which })
  }
  add('BAD_GUID', 'Some elements have no valid GlobalId; issues and comparisons may miss them.', bad)
  add(
    'SAME_GUID',
    'Some elements share a GlobalId with another; issues and comparisons may mix them up.',
    same,
  )
}
