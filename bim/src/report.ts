import type { DrawingAnalysis } from './geometry/analyze-drawing.ts'
import { type ConversionReport, ModelError } from './model.ts'
import type { ModelContents, Preparation } from './read-model.ts'
import { ShapeState } from './structure/bodies.ts'

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
  const reasons = new Map(preparation.leftOut.map((each) => [each.id, each.reason]))
  const { elements, classes } = contents.structure
  const counts = new Map<Cause, number>()
  for (const [element, id] of contents.ids.entries()) {
    const cause = causeOf(contents, analysis, element, id, asked)
    if (cause === null) continue
    counts.set(cause, (counts.get(cause) ?? 0) + 1)
    if (report.not_shown.length >= MOST_ROWS) continue
    report.not_shown.push({
      element,
      guid: elements.guid[element] ?? '',
      name: elements.name[element] ?? '',
      class: classes[elements.class[element] ?? -1] ?? '',
      reason: (cause === 'GEOMETRY' && reasons.get(id)) || REASONS[cause],
    })
  }
  for (const [cause, count] of counts) {
    report.warnings.push({ code: cause, message: MESSAGES[cause], count })
  }
}

type Cause = 'COORDINATE' | 'MISSING_SHAPE' | 'CUT_AWAY' | 'GEOMETRY'

const REASONS: Record<Cause, string> = {
  COORDINATE: 'The position is not a valid number or lies far outside the model.',
  MISSING_SHAPE: 'The file refers to a shape that it does not contain.',
  CUT_AWAY: 'The openings cut away the whole shape.',
  GEOMETRY: 'The shape is empty or has no extent.',
}
const MESSAGES: Record<Cause, string> = {
  COORDINATE: 'Some elements have invalid coordinates and are not shown.',
  MISSING_SHAPE: 'Some elements refer to a shape that the file does not contain.',
  CUT_AWAY: 'Some elements are not visible because their openings cut them away completely.',
  GEOMETRY: 'Some elements have a shape that could not be shown.',
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
  if (kept > 0 || report.not_shown.length === 0) return
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

/** Adds a warning for a file without any shapes, which is allowed. */
export function addNoShapesWarning(report: ConversionReport, kept: number): void {
  if (kept > 0) return
  const message = 'The file contains no shapes; only its structure and properties are available.'
  report.warnings.push({ code: 'NO_SHAPES', message, count: 1 })
}
