import type { Box, Vec3 } from '@plumbline/bim/model'
import type { Ray } from './camera.ts'
import type { ClippingPlane } from './clipping.ts'
import { dot, subtract } from './vec.ts'

/** The sides of a box in the order of its six numbers: minimum x, y, z, then maximum. */
const SIDES = [0, 1, 2, 3, 4, 5] as const
export type Side = (typeof SIDES)[number]

/** The direction out of the box through a side. */
export function outward(side: Side): Vec3 {
  const direction: Vec3 = [0, 0, 0]
  direction[side % 3] = side < 3 ? -1 : 1
  return direction
}

export function sideCenter(box: Box, side: Side): Vec3 {
  const center: Vec3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
  center[side % 3] = box[side] as number
  return center
}

/** The six planes that leave only what is inside a box. */
export function boxPlanes(box: Box): ClippingPlane[] {
  return SIDES.map((side) => ({ location: sideCenter(box, side), direction: outward(side) }))
}

/** Finds a box among planes: one plane per side along the axes. Returns it and the planes that are not part of it. */
export function readBox(planes: readonly ClippingPlane[]): { box: Box | null; others: ClippingPlane[] } {
  const box: Box = [0, 0, 0, 0, 0, 0]
  const used = new Set<ClippingPlane>()
  for (const side of SIDES) {
    const direction = outward(side)
    const plane = planes.find((each) => !used.has(each) && dot(each.direction, direction) > 1 - 1e-9)
    if (!plane) return { box: null, others: [...planes] }
    used.add(plane)
    box[side] = plane.location[side % 3] as number
  }
  if (box[0] >= box[3] || box[1] >= box[4] || box[2] >= box[5]) return { box: null, others: [...planes] }
  return { box, others: planes.filter((plane) => !used.has(plane)) }
}

/** The box with one side moved, never through the side across from it. */
export function moveSide(box: Box, side: Side, to: number, least = 0.05): Box {
  const moved = [...box] as Box
  const across = box[(side + 3) % 6] as number
  moved[side] = side < 3 ? Math.min(to, across - least) : Math.max(to, across + least)
  return moved
}

/**
 * How far along a line (point, unit direction) the place nearest to a ray lies, metres. Null when they run parallel,
 * as when looking straight along the line.
 */
export function alongLine(point: Vec3, direction: Vec3, ray: Ray): number | null {
  const cosine = dot(direction, ray.direction)
  const square = 1 - cosine * cosine
  if (square < 1e-4) return null
  const gap = subtract(ray.origin, point)
  return (dot(gap, direction) - dot(gap, ray.direction) * cosine) / square
}
