import type { BodyOf } from '@plumbline/contract/http'
import type { DoubtfulPlace, setAnchorElement } from '@plumbline/contract/issues/following'
import type { Anchor } from '@plumbline/contract/issues/issues'

/** What somebody says about a place in doubt. */
export type Decision = BodyOf<typeof setAnchorElement>
export type Candidate = Anchor['candidates'][number]

type Point = Anchor['point']

/** Where the place is if this is the element: moved as far as the element was, else at its centre. */
export function computePlace({ point }: Pick<Anchor, 'point'>, { move, centre }: Candidate): Point {
  if (!move) return { x: centre[0], y: centre[1], z: centre[2] }
  return { x: point.x + move[0], y: point.y + move[1], z: point.z + move[2] }
}

export const decideFor = (anchor: Pick<Anchor, 'point'>, candidate: Candidate): Decision => ({
  decision: 'ELEMENT',
  ifc_guid: candidate.guid,
  ifc_class: candidate.class || null,
  element_name: candidate.name || null,
  point: computePlace(anchor, candidate),
})

/** metres by which the moves of elements that moved together may differ */
const TOGETHER_M = 0.05

export interface DecidedPlace {
  place: DoubtfulPlace
  candidate: Candidate
}

/** Other places of the same file of which the best such proposal moved the same way. */
export function findMovedAlike(
  places: readonly DoubtfulPlace[],
  current: DoubtfulPlace,
  { move, guid }: Candidate,
): DecidedPlace[] {
  if (!move) return []
  const isAlike = (other: Candidate) =>
    other.move !== undefined &&
    Math.hypot(...other.move.map((value, axis) => value - (move[axis] ?? 0))) <= TOGETHER_M
  return places.flatMap((place) => {
    const { anchor } = place
    const isOther =
      anchor.id !== current.anchor.id && anchor.bim_file_header_id === current.anchor.bim_file_header_id
    // places at the same element follow by themselves
    const follows = anchor.ifc_guid === current.anchor.ifc_guid
    const candidate = isOther && !follows ? anchor.candidates.find(isAlike) : undefined
    return candidate && candidate.guid !== guid ? [{ place, candidate }] : []
  })
}
