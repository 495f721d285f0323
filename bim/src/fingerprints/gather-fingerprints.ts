import { describeCommon, type StoredFingerprints } from '../carry/previous-model.ts'
import type { DrawnModel } from '../draw-whole.ts'
import { ShapeState } from '../structure/bodies.ts'

/**
 * Fingerprints by element for the next version. Elements that were not drawn normally have none and are drawn again each
 * time. Null for a file that had to be repaired before it was drawn.
 */
export function gatherFingerprints(drawn: DrawnModel, simplify: boolean): StoredFingerprints | null {
  const { fingerprints, contents, preparation, drawing, analysis, second } = drawn
  const { file, ids, words } = fingerprints ?? {}
  if (!file || !ids || !words || isRepaired(drawn) || drawing.excess.size > 0) return null
  const places = new Map<number, number>()
  for (const [at, id] of ids.entries()) places.set(id, at)
  const own = new Uint32Array(contents.ids.length * 2)
  for (const [element, id] of contents.ids.entries()) {
    const at = places.get(id)
    const isMissing = contents.shapes[element] !== ShapeState.none && !analysis.shown.has(id)
    if (at === undefined || isMissing || analysis.misplaced.has(id) || second.has(id)) continue
    own[element * 2] = words[at * 2] as number
    own[element * 2 + 1] = words[at * 2 + 1] as number
  }
  return { common: describeCommon(file, preparation.schema, preparation.metres, simplify), words: own }
}

/** Whether the file was edited for the engines, or its scale corrected: all elements depend on that. */
export function isRepaired({ preparation, report }: Pick<DrawnModel, 'preparation' | 'report'>): boolean {
  const { splices, rewriting, leftOut } = preparation
  const isScaled = report.warnings.some(({ code }) => code === 'SCALE')
  return splices.length > 0 || rewriting.length > 0 || leftOut.length > 0 || isScaled
}
