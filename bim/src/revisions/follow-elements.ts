import { type MatchWay, matchWays, type RevisionMatch } from './matching.ts'
import { type Displacement, displacePoint, hasForm } from './placed-forms.ts'
import type { Revision } from './revision.ts'

type Point = [x: number, y: number, z: number]

/** A candidate of the newer version for an element of the older one. */
export interface FollowedCandidate {
  guid: string
  name: string
  class: string
  score: number
  centre: Point
  /** from the centre of the element that was looked for, as both versions have it; metres */
  move: Point
}

/** The fate of an element of the older version. */
export interface FollowedElement {
  guid: string
  /** whether the older version has it */
  isKnown: boolean
  /** the element of the newer version; null when it was not found for certain */
  to: { guid: string; name: string; class: string } | null
  way: MatchWay
  score: number
  /** from its old to its new place, after the displacement of the whole model; metres */
  move: Point
  candidates: FollowedCandidate[]
}

const centreOf = ({ forms }: Revision, row: number): Point => [
  forms.centre[row * 3] ?? 0,
  forms.centre[row * 3 + 1] ?? 0,
  forms.centre[row * 3 + 2] ?? 0,
]

const subtract = (a: Point, b: Point) => a.map((value, axis) => value - (b[axis] ?? 0)) as Point

/** centimetres by which another tessellation moves the centre of an element that stays */
const TESSELLATION = 0.1

function computeResidualMove(
  older: Revision,
  newer: Revision,
  displacement: Displacement,
  from: number,
  to: number,
  way: MatchWay,
): Point {
  if (!hasForm(older, from) || !hasForm(newer, to)) return [0, 0, 0]
  const before = displacePoint(displacement, centreOf(older, from))
  const after = centreOf(newer, to)
  const move = subtract(after, before)
  const isStill = (way === 'ALIKE' || way === 'PLACE') && Math.hypot(...move) < TESSELLATION
  // a part of a split element, or a whole of merged ones, has another centre and stays where it is
  return isStill || way === 'SPLIT' || way === 'MERGED' ? [0, 0, 0] : move
}

/** Entity names in IFC spelling and names as the file has them, by element. */
export interface ElementWords {
  classes: string[]
  names: string[]
}

/** Finds the fate of elements of the older version, by GlobalId. */
export function followElements(
  [older, newer]: [Revision, Revision],
  match: RevisionMatch & { displacement: Displacement },
  words: ElementWords,
  guids: Iterable<string>,
): FollowedElement[] {
  const rows = new Map<string, number>()
  for (let row = older.count - 1; row >= 0; row--) rows.set(older.guid[row] ?? '', row)
  const describe = (to: number) => ({
    guid: newer.guid[to] ?? '',
    name: words.names[to] ?? '',
    class: words.classes[to] ?? '',
  })
  return [...guids].map((guid): FollowedElement => {
    const from = rows.get(guid)
    if (from === undefined)
      return { guid, isKnown: false, to: null, way: 'NONE', score: 0, move: [0, 0, 0], candidates: [] }
    const to = match.to[from] ?? -1
    const way = matchWays[match.way[from] ?? 0] ?? 'NONE'
    const candidates = (match.proposals.get(from) ?? []).map((proposal) => ({
      ...describe(proposal.to),
      score: proposal.score,
      centre: centreOf(newer, proposal.to),
      move: subtract(centreOf(newer, proposal.to), centreOf(older, from)),
    }))
    if (to < 0) return { guid, isKnown: true, to: null, way, score: 0, move: [0, 0, 0], candidates }
    const move = computeResidualMove(older, newer, match.displacement, from, to, way)
    return { guid, isKnown: true, to: describe(to), way, score: match.score[from] ?? 0, move, candidates: [] }
  })
}

/** GlobalIds that changed, old and new. */
export function* listChangedGuids(
  older: Revision,
  newer: Revision,
  { to }: Pick<RevisionMatch, 'to'>,
): Generator<[before: string, after: string]> {
  for (let row = 0; row < older.count; row++) {
    const other = to[row] ?? -1
    const [before, after] = [older.guid[row] ?? '', newer.guid[other] ?? '']
    if (other >= 0 && before !== '' && after !== '' && before !== after) yield [before, after]
  }
}
