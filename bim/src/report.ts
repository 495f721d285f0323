import type { Judgement } from './geometry/check.ts'
import { ModelError, type Report } from './model.ts'
import type { ModelFacts, Preparation } from './read-model.ts'
import { ShapeState } from './structure/bodies.ts'

/** Rows of the report; a file in which nothing can be shown need not list every element. */
const MOST_ROWS = 5000

/** Lists what the file says should be seen and is not, with a reason each, and counts it in a warning. */
export function reportNotShown(
  report: Report,
  facts: ModelFacts,
  judgement: Judgement,
  preparation: Preparation,
): void {
  const reasons = new Map(preparation.leftOut.map((each) => [each.id, each.reason]))
  const { elements, classes } = facts.structure
  let misplaced = 0
  let count = 0
  for (const [element, id] of facts.ids.entries()) {
    if (facts.shapes[element] === ShapeState.none && !judgement.misplaced.has(id)) continue
    if (judgement.shown.has(id) && !judgement.misplaced.has(id)) continue
    if (judgement.misplaced.has(id)) misplaced++
    count++
    if (report.not_shown.length >= MOST_ROWS) continue
    report.not_shown.push({
      element,
      guid: elements.guid[element] ?? '',
      name: elements.name[element] ?? '',
      class: classes[elements.class[element] ?? -1] ?? '',
      reason: reasons.get(id) ?? reasonFor(facts, element, judgement.misplaced.has(id)),
    })
  }
  if (misplaced > 0) {
    const message = 'Some parts have impossible coordinates and are not shown.'
    report.warnings.push({ code: 'COORDINATE', message, count: misplaced })
  }
  if (count > misplaced) {
    const message = 'Some parts have a shape in the file that could not be shown.'
    report.warnings.push({ code: 'GEOMETRY', message, count: count - misplaced })
  }
}

function reasonFor(facts: ModelFacts, element: number, misplaced: boolean): string {
  if (misplaced) return 'Its position is no usable number or lies far outside the model.'
  if (facts.shapes[element] === ShapeState.missing) return 'The file refers to a shape that is not in it.'
  return 'Its shape came out empty or without any extent.'
}

/**
 * A model that promises shapes and shows none is a failure, never a success.
 * @throws ModelError NO_GEOMETRY
 */
export function requireShapes(report: Report, facts: ModelFacts, kept: number): void {
  if (kept > 0 || report.not_shown.length === 0) return
  const first = report.not_shown[0]
  const count = facts.shapes.filter((state) => state !== ShapeState.none).length
  const dangling = report.warnings.find((warning) => warning.code === 'DANGLING_REFERENCE')
  const because = dangling ? ` The file refers to ${dangling.count} parts that are not in it.` : ''
  throw new ModelError(
    'NO_GEOMETRY',
    `None of the ${count} parts with a shape could be shown. ${first?.reason ?? ''}${because}`,
    'Open the file in your design program, check that it looks right there, and export it again.',
  )
}

/** A file without any shape is allowed, and said so. */
export function noteNoShapes(report: Report, kept: number): void {
  if (kept > 0) return
  const message = 'The file holds no shapes; only its structure and properties can be seen.'
  report.warnings.push({ code: 'NO_SHAPES', message, count: 1 })
}
