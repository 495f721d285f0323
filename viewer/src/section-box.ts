import type { Box, Vec3 } from '@plumbline/bim/model'
import type { Ray } from './camera.ts'
import type { ClippingPlane } from './clipping.ts'
import { add, boxCenter, dot, moveBox, rotate, subtract, UP } from './vec.ts'

/** Indices of the box sides in the order of its six numbers: minimum x, y, z, then maximum. */
const SIDES = [0, 1, 2, 3, 4, 5] as const
export type BoxSide = (typeof SIDES)[number]

/** The outward normal of a side. */
function outwardNormal(side: BoxSide): Vec3 {
  const direction: Vec3 = [0, 0, 0]
  direction[side % 3] = side < 3 ? -1 : 1
  return direction
}

function computeSideCenter(box: Box, side: BoxSide): Vec3 {
  const center: Vec3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
  center[side % 3] = box[side] as number
  return center
}

/** A direction turned about the vertical; exact for no turn. */
function turned(direction: Vec3, turn_deg: number): Vec3 {
  return turn_deg === 0 ? direction : rotate(direction, UP, (turn_deg * Math.PI) / 180)
}

/** Centre and outward normal of a side of a box that is turned about the vertical through its centre. */
export function findSide(box: Box, turn_deg: number, side: BoxSide): { point: Vec3; direction: Vec3 } {
  const center = boxCenter(box)
  const way = subtract(computeSideCenter(box, side), center)
  const point = turn_deg === 0 ? computeSideCenter(box, side) : add(center, turned(way, turn_deg))
  return { point, direction: turned(outwardNormal(side), turn_deg) }
}

/** A corner of a turned box, from the same corner of the box that is not turned. */
export function turnCorner(box: Box, turn_deg: number, corner: Vec3): Vec3 {
  const center = boxCenter(box)
  return turn_deg === 0 ? corner : add(center, turned(subtract(corner, center), turn_deg))
}

/** Six clipping planes that keep only the inside of a box, turned about the vertical through its centre. */
export function toBoxPlanes(box: Box, turn_deg = 0): ClippingPlane[] {
  return SIDES.map((side) => {
    const { point, direction } = findSide(box, turn_deg, side)
    return { location: point, direction }
  })
}

interface FoundBox {
  box: Box | null
  /** degrees counter-clockwise about the vertical through the box's centre, −45 to 45 */
  turn_deg: number
  others: ClippingPlane[]
}

/** Detects a box, upright but possibly turned, among clipping planes. Returns it and the planes that are not part of it. */
export function findBox(planes: readonly ClippingPlane[]): FoundBox {
  const straight = findBoxAt(planes, 0)
  if (straight.box) return straight
  const tried = new Set<number>()
  for (const { direction } of planes) {
    if (Math.abs(direction[2]) > 1e-9) continue
    const angle = (Math.atan2(direction[1], direction[0]) * 180) / Math.PI
    const turn = Math.round((angle - Math.round(angle / 90) * 90) * 1000) / 1000
    if (turn === 0 || tried.has(turn)) continue
    tried.add(turn)
    const found = findBoxAt(planes, turn)
    if (found.box) return found
  }
  return straight
}

function findBoxAt(planes: readonly ClippingPlane[], turn_deg: number): FoundBox {
  const none = { box: null, turn_deg: 0, others: [...planes] }
  const box: Box = [0, 0, 0, 0, 0, 0]
  const used = new Set<ClippingPlane>()
  for (const side of SIDES) {
    const direction = turned(outwardNormal(side), turn_deg)
    const plane = planes.find((each) => !used.has(each) && dot(each.direction, direction) > 1 - 1e-9)
    if (!plane) return none
    used.add(plane)
    box[side] = turned(plane.location, -turn_deg)[side % 3] as number
  }
  if (box[0] >= box[3] || box[1] >= box[4] || box[2] >= box[5]) return none
  // The box has been rotated about the origin: moves its centre to its place in the scene.
  const center = boxCenter(box)
  const at = turn_deg === 0 ? box : moveBox(box, subtract(turned(center, turn_deg), center))
  return { box: at, turn_deg, others: planes.filter((plane) => !used.has(plane)) }
}

/** Moves one side of a turned box along its normal; the opposite side stays where it is. */
export function pushSide(box: Box, turn_deg: number, side: BoxSide, metres: number): Box {
  const moved = moveSide(box, side, (box[side] as number) + metres * (side < 3 ? -1 : 1))
  if (turn_deg === 0) return moved
  const shift = subtract(boxCenter(moved), boxCenter(box))
  return moveBox(moved, subtract(turned(shift, turn_deg), shift))
}

/** Least distance of opposite sides, metres. */
const LEAST_M = 0.05

/** The box with room between opposite sides: flat elements have boxes without a thickness. */
export function thickenBox(box: Box): Box {
  const thick = [...box] as Box
  for (const axis of [0, 1, 2] as const) {
    const missing = LEAST_M - (box[(axis + 3) as 3 | 4 | 5] - box[axis])
    if (missing <= 0) continue
    thick[axis] -= missing / 2
    thick[(axis + 3) as 3 | 4 | 5] += missing / 2
  }
  return thick
}

/** Moves one side of a box, but never beyond the opposite side. */
export function moveSide(box: Box, side: BoxSide, to: number, least = LEAST_M): Box {
  const moved = [...box] as Box
  const across = box[(side + 3) % 6] as number
  moved[side] = side < 3 ? Math.min(to, across - least) : Math.max(to, across + least)
  return moved
}

/**
 * Parameter in metres of the point on a line (point, unit direction) nearest to a ray. Null when line and ray
 * are parallel, as when looking along the line.
 */
export function closestOnLine(point: Vec3, direction: Vec3, ray: Ray): number | null {
  const cosine = dot(direction, ray.direction)
  const square = 1 - cosine * cosine
  if (square < 1e-4) return null
  const gap = subtract(ray.origin, point)
  return (dot(gap, direction) - dot(gap, ray.direction) * cosine) / square
}
