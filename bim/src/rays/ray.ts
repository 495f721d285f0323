import type { Box, Vec3 } from '../model.ts'

/** A part of a half-line, between two distances from its origin. */
export interface Ray {
  origin: Vec3
  /** unit vector */
  direction: Vec3
  near: number
  far: number
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** A ray from a point; null if the direction has no length, or a value is not a number. */
export function buildRay(origin: Vec3, direction: Vec3, far: number): Ray | null {
  const length = Math.hypot(...direction)
  if (!(length > 1e-9 && Number.isFinite(length)) || !origin.every(Number.isFinite)) return null
  return {
    origin,
    direction: direction.map((value) => value / length) as Vec3,
    near: 0,
    far,
  }
}

/** Cuts off the part of a ray that a clipping plane hides, on the side of its normal; null if nothing is left. */
export function clipRay(ray: Ray, location: Vec3, normal: Vec3): Ray | null {
  const slope = dot(ray.direction, normal)
  const offset = dot(location, normal) - dot(ray.origin, normal)
  if (Math.abs(slope) < 1e-9) return offset < 0 ? null : ray
  const at = offset / slope
  const clipped =
    slope > 0 ? { ...ray, far: Math.min(ray.far, at) } : { ...ray, near: Math.max(ray.near, at) }
  return clipped.near < clipped.far ? clipped : null
}

/** Distance at which a line enters a box, not before `near`; infinity if it misses the box up to `far`. */
export function enterBox(
  { origin, direction, near, far }: Ray,
  box: ArrayLike<number>,
  tolerance = 0,
): number {
  let enter = near
  let leave = far
  for (let axis = 0; axis < 3; axis++) {
    const from = (box[axis] ?? 0) - tolerance - (origin[axis] ?? 0)
    const to = (box[axis + 3] ?? 0) + tolerance - (origin[axis] ?? 0)
    const slope = direction[axis] ?? 0
    if (slope === 0) {
      if (from > 0 || to < 0) return Number.POSITIVE_INFINITY
      continue
    }
    enter = Math.max(enter, Math.min(from / slope, to / slope))
    leave = Math.min(leave, Math.max(from / slope, to / slope))
  }
  return enter <= leave ? enter : Number.POSITIVE_INFINITY
}

/** The ray in coordinates relative to an origin. */
export const moveRay = (ray: Ray, [x, y, z]: Vec3): Ray => ({
  ...ray,
  origin: [ray.origin[0] - x, ray.origin[1] - y, ray.origin[2] - z],
})

export const isBoxHit = (ray: Ray, box: Box) => Number.isFinite(enterBox(ray, box, 0.01))
