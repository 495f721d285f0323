import type { BodyOf } from '@plumbline/contract/http'
import type { Anchor } from '@plumbline/contract/issues/anchors'
import type { setAnchorElement } from '@plumbline/contract/issues/following'

/** A person's decision about an uncertain place. */
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
