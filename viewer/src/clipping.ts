import type { Vec3 } from '@plumbline/bim/model'
import type { Ray } from './camera.ts'
import { MOST_PLANES } from './shaders.ts'
import { cross, dot, isFiniteVec, length, normalize, scale } from './vec.ts'

/**
 * A clipping plane as in BCF: a point on it in world metres, and the direction of the half-space that is cut
 * away.
 */
export interface ClippingPlane {
  location: Vec3
  direction: Vec3
}

/** Tolerance that keeps faces in the plane itself: a box drawn around an element must not cut its own sides. */
const SLACK_M = 0.002

/** A plane in normal form; points with dot(normal, point) + constant ≥ 0 are kept. */
export interface Plane {
  normal: Vec3
  constant: number
}

/**
 * Converts planes to normal form; those without a direction and those beyond the shader's limit are dropped.
 */
export function toPlanes(planes: readonly ClippingPlane[]): Plane[] {
  return planes
    .filter(
      (plane) => isFiniteVec(plane.location) && isFiniteVec(plane.direction) && length(plane.direction) > 0,
    )
    .slice(0, MOST_PLANES)
    .map(({ location, direction }) => {
      const normal = scale(normalize(direction), -1)
      return { normal, constant: SLACK_M - dot(normal, location) }
    })
}

export function isKept(planes: readonly Plane[], point: Vec3): boolean {
  return planes.every((plane) => dot(plane.normal, point) + plane.constant >= -1e-9)
}

/** The interval of a ray inside all planes, as distances from its origin; empty if `from` > `to`. */
export function clipRay(
  planes: readonly Plane[],
  ray: Ray,
  from: number,
  to: number,
): { from: number; to: number } {
  let near = from
  let far = to
  for (const { normal, constant } of planes) {
    const speed = dot(normal, ray.direction)
    const start = dot(normal, ray.origin) + constant
    if (Math.abs(speed) < 1e-12) {
      if (start < 0) return { from: 1, to: 0 }
    } else if (speed > 0) near = Math.max(near, -start / speed)
    else far = Math.min(far, -start / speed)
  }
  return { from: near, to: far }
}

/** Whether a box lies completely in a half-space that is cut away. */
export function isBoxClipped(
  planes: readonly Plane[],
  box: ArrayLike<number>,
  at: number,
  offset: Vec3,
): boolean {
  return planes.some(({ normal, constant }) => {
    let most = constant
    for (let axis = 0; axis < 3; axis++) {
      const side = (normal[axis] as number) > 0 ? at + 3 + axis : at + axis
      most += (normal[axis] as number) * ((box[side] as number) + (offset[axis] as number))
    }
    return most < 0
  })
}

/** Direction perpendicular to a section's hatch lines: in the plane, at 45° to its horizontal. */
export function hatchDirection(normal: Vec3): Vec3 {
  const level = normalize(cross([0, 0, 1], normal), [1, 0, 0])
  const steep = cross(normal, level)
  return normalize([level[0] + steep[0], level[1] + steep[1], level[2] + steep[2]])
}
