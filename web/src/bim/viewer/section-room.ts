import type { SessionState } from './session-state.ts'
import { MAX_PLANES } from './view-url.ts'

/** a box cuts by a plane for each side */
const BOX_PLANES = 6

/** Number of planes of a section; MAX_PLANES of them cut. */
export const countPlanes = ({ box, planes }: Pick<SessionState, 'box' | 'planes'>): number =>
  (box ? BOX_PLANES : 0) + planes.length

/** Whether one plane more, or a box, would cut. The planes of a plan go with it, and a box takes the place of another. */
export function findSectionRoom({ box, planes, plan }: Pick<SessionState, 'box' | 'planes' | 'plan'>) {
  const used = countPlanes({ box, planes })
  return {
    forPlane: plan || used < MAX_PLANES,
    forBox: plan || box !== null || used <= MAX_PLANES - BOX_PLANES,
  }
}
