import type { Box, Vec3 } from '@plumbline/bim/model'
import type { Ray } from './camera.ts'
import type { ClippingPlane } from './clipping.ts'
import { dot, subtract } from './vec.ts'

/** Indices of the box sides in the order of its six numbers: minimum x, y, z, then maximum. */
const SIDES = [0, 1, 2, 3, 4, 5] as const
export type BoxSide = (typeof SIDES)[number]

/** The outward normal of a side. */
export function outwardNormal(side: BoxSide): Vec3 {
  const direction: Vec3 = [0, 0, 0]
  direction[side % 3] = side < 3 ? -1 : 1
  return direction
}

export function computeSideCenter(box: Box, side: BoxSide): Vec3 {
  const center: Vec3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
  center[side % 3] = box[side] as number
  return center
}

/** Six clipping planes that keep only the inside of a box. */
export function toBoxPlanes(box: Box): ClippingPlane[] {
  return SIDES.map((side) => ({ location: computeSideCenter(box, side), direction: outwardNormal(side) }))
}

/** Detects an axis-aligned box among clipping planes. Returns it and the planes that are not part of it. */
export function findBox(planes: readonly ClippingPlane[]): { box: Box | null; others: ClippingPlane[] } {
  const box: Box = [0, 0, 0, 0, 0, 0]
  const used = new Set<ClippingPlane>()
  for (const side of SIDES) {
    const direction = outwardNormal(side)
    const plane = planes.find((each) => !used.has(each) && dot(each.direction, direction) > 1 - 1e-9)
    if (!plane) return { box: null, others: [...planes] }
    used.add(plane)
    box[side] = plane.location[side % 3] as number
  }
  if (box[0] >= box[3] || box[1] >= box[4] || box[2] >= box[5]) return { box: null, others: [...planes] }
  return { box, others: planes.filter((plane) => !used.has(plane)) }
}

/** Moves one side of a box, but never beyond the opposite side. */
export function moveSide(box: Box, side: BoxSide, to: number, least = 0.05): Box {
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
