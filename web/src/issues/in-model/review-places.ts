import type { DoubtfulPlace } from '@plumbline/contract/issues/following'
import type { Candidate } from '../detail/decide-place.ts'

/** metres by which the moves of elements that moved together may differ */
const TOGETHER_M = 0.05

interface ProposedPlace {
  place: DoubtfulPlace
  candidate: Candidate
}

/** Other places of the same file, each with its best proposal that moved the same way. */
export function findMovedAlike(
  places: readonly DoubtfulPlace[],
  current: DoubtfulPlace,
  { move, guid }: Candidate,
): ProposedPlace[] {
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
