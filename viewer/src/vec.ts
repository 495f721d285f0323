import type { Box, Vec3 } from '@plumbline/bim/model'

// Vectors in doubles: the GPU only receives differences between them, which fit into single precision.

export const UP: Vec3 = [0, 0, 1]

export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

export function scale(a: Vec3, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor]
}

/** a + b * factor */
export function addScaled(a: Vec3, b: Vec3, factor: number): Vec3 {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor]
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function length(a: Vec3): number {
  return Math.hypot(a[0], a[1], a[2])
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/**
 * Unit vector in the direction of `a` (`a` itself if it already is one), or `otherwise` if `a` has no
 * direction.
 */
export function normalize(a: Vec3, otherwise: Vec3 = UP): Vec3 {
  const size = length(a)
  if (Math.abs(size - 1) < 1e-12) return a
  return size > 1e-12 && Number.isFinite(size) ? scale(a, 1 / size) : otherwise
}

export function mix(a: Vec3, b: Vec3, t: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/** `a` rotated about the unit vector `axis` by an angle in radians (Rodrigues' formula). */
export function rotate(a: Vec3, axis: Vec3, angle: number): Vec3 {
  const cos = Math.cos(angle)
  const turned = addScaled(scale(a, cos), cross(axis, a), Math.sin(angle))
  return addScaled(turned, axis, dot(axis, a) * (1 - cos))
}

export function isFiniteVec(a: Vec3): boolean {
  return Number.isFinite(a[0]) && Number.isFinite(a[1]) && Number.isFinite(a[2])
}

export function boxCenter(box: Box): Vec3 {
  return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
}

/** Length of the box's diagonal. */
export function boxDiagonal(box: Box): number {
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2])
}

export function boxCorners(box: Box): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [
    corner & 1 ? box[3] : box[0],
    corner & 2 ? box[4] : box[1],
    corner & 4 ? box[5] : box[2],
  ])
}

export function unionBoxes(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b
  return [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.max(a[3], b[3]),
    Math.max(a[4], b[4]),
    Math.max(a[5], b[5]),
  ]
}

export function moveBox(box: Box, by: Vec3): Box {
  return [box[0] + by[0], box[1] + by[1], box[2] + by[2], box[3] + by[0], box[4] + by[1], box[5] + by[2]]
}

/** Distance from a point to the nearest point of the box, 0 inside. */
export function distanceToBox(point: Vec3, box: Box): number {
  const gap = (value: number, low: number, high: number) => Math.max(low - value, 0, value - high)
  return Math.hypot(
    gap(point[0], box[0], box[3]),
    gap(point[1], box[1], box[4]),
    gap(point[2], box[2], box[5]),
  )
}
