import type { FollowedElement } from '@plumbline/bim/revisions/follow-elements'
import { type Displacement, displacePoint } from '@plumbline/bim/revisions/placed-forms'
import type { anchorStates, foundWays } from '@plumbline/contract/issues/anchors'

/** The place of an anchor in another version of its file. */

type AnchorState = (typeof anchorStates)[number]
type Point = { x: number; y: number; z: number }

/** metres up to which an element counts as unmoved */
const STILL = 0.05
const MOST_CANDIDATES = 3

export interface PlacedAnchor {
  id: string
  issue_id: string
  ifc_guid: string | null
  ifc_class: string | null
  element_name: string | null
  point: Point
  /** state in the previous version */
  was: AnchorState
  /** version of guid and point */
  base_version: number
}

export interface NewPlace extends PlacedAnchor {
  state: AnchorState
  found_by: (typeof foundWays)[number] | null
  score: number | null
  moved_m: number | null
  candidates: FollowedElement['candidates']
  /** from the old to the new place; null when the element was not found */
  move: [number, number, number] | null
}

const toPoint = ([x, y, z]: readonly [number, number, number]): Point => ({ x, y, z })

/** The new place of an anchor; an element that was not found keeps its old one. */
export function computePlace(
  anchor: PlacedAnchor,
  followed: FollowedElement | undefined,
  displacement: Displacement,
  version: number,
): NewPlace {
  const { x, y, z } = anchor.point
  const displaced = displacePoint(displacement, [x, y, z])
  const none = { found_by: null, score: null, moved_m: null, candidates: [], move: null }
  if (anchor.ifc_guid !== null && !followed?.to) {
    const candidates = (followed?.candidates ?? []).slice(0, MOST_CANDIDATES)
    const isOpen = candidates.length > 0 || followed?.isKnown === false
    return { ...anchor, ...none, state: isOpen ? 'NEEDS_REVIEW' : 'ORPHANED', candidates }
  }
  const move = followed?.move ?? [0, 0, 0]
  const point = displaced.map((value, axis) => value + (move[axis] ?? 0)) as [number, number, number]
  const whole: [number, number, number] = [point[0] - x, point[1] - y, point[2] - z]
  const distance = Math.hypot(...whole)
  const isMoved = distance > STILL
  const placed = { base_version: version, point: toPoint(point), move: whole }
  const moved_m = isMoved ? distance : null
  if (!followed?.to) return { ...anchor, ...none, ...placed, moved_m, state: isMoved ? 'MOVED' : 'ANCHORED' }
  const { to, way, score } = followed
  const found_by = way === 'NONE' ? null : way
  const state = isMoved ? 'MOVED' : to.guid === anchor.ifc_guid ? 'ANCHORED' : 'REMATCHED'
  const element = {
    ifc_guid: to.guid,
    ifc_class: to.class || anchor.ifc_class,
    element_name: to.name || null,
  }
  return { ...anchor, ...none, ...placed, ...element, moved_m, state, found_by, score }
}

/** Anchor states in order of severity: an issue with several anchors has the worst one. */
const ranks: AnchorState[] = ['ANCHORED', 'REMATCHED', 'MOVED', 'NEEDS_REVIEW', 'ORPHANED']
export const worstState = (states: AnchorState[]): AnchorState =>
  ranks[Math.max(0, ...states.map((state) => ranks.indexOf(state)))] ?? 'ANCHORED'
