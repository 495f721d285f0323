import type { Vec3 } from '@plumbline/bim/model'
import type { Ray } from './camera.ts'
import { MOST_PLANES } from './shaders.ts'
import { cross, dot, isFiniteVec, length, mix, normalize, scale } from './vec.ts'

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
  /** distance by which more is kept than the plane that the user set, metres; cut points lie in that plane */
  slack_m?: number
}

/** Converts planes to normal form; drops planes without a direction and planes beyond the shader's limit. */
export function toPlanes(planes: readonly ClippingPlane[]): Plane[] {
  return planes
    .filter(
      (plane) => isFiniteVec(plane.location) && isFiniteVec(plane.direction) && length(plane.direction) > 0,
    )
    .slice(0, MOST_PLANES)
    .map(({ location, direction }) => {
      const normal = scale(normalize(direction), -1)
      return { normal, constant: SLACK_M - dot(normal, location), slack_m: SLACK_M }
    })
}

export function isKept(planes: readonly Plane[], point: Vec3): boolean {
  return planes.every((plane) => dot(plane.normal, point) + plane.constant >= -1e-9)
}

/**
 * The interval of a ray inside all planes, as distances from its origin; empty if `from` > `to`. `plane` is the plane
 * through which the ray enters, −1 if it begins inside.
 */
export function clipRay(
  planes: readonly Plane[],
  ray: Ray,
  from: number,
  to: number,
): { from: number; to: number; plane: number } {
  let near = from
  let far = to
  let plane = -1
  for (const [index, { normal, constant }] of planes.entries()) {
    const speed = dot(normal, ray.direction)
    const start = dot(normal, ray.origin) + constant
    if (Math.abs(speed) < 1e-12) {
      if (start < 0) return { from: 1, to: 0, plane: -1 }
    } else if (speed > 0) {
      if (-start / speed <= near) continue
      near = -start / speed
      plane = index
    } else far = Math.min(far, -start / speed)
  }
  return { from: near, to: far, plane }
}

/** The part of a line between two points that the planes keep; its cut ends lie in the planes as the user set them. */
export function clipSegment(planes: readonly Plane[], a: Vec3, b: Vec3): [Vec3, Vec3] | null {
  let from = 0
  let to = 1
  for (const { normal, constant, slack_m = 0 } of planes) {
    const start = dot(normal, a) + constant
    const end = dot(normal, b) + constant
    if (start < -1e-9 && end < -1e-9) return null
    if (start >= -1e-9 && end >= -1e-9) continue
    const t = (start - slack_m) / (start - end)
    if (start < 0) from = Math.max(from, t)
    else to = Math.min(to, t)
  }
  if (from > to) return null
  return [from > 0 ? mix(a, b, from) : a, to < 1 ? mix(a, b, Math.max(0, to)) : b]
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

/** Whether a part of a box lies in a half-space that is cut away. */
export const isBoxCut = (planes: readonly Plane[], box: ArrayLike<number>): boolean =>
  planes.some(({ normal, constant }) => {
    let least = constant
    for (let axis = 0; axis < 3; axis++) {
      const side = (normal[axis] as number) > 0 ? axis : 3 + axis
      least += (normal[axis] as number) * (box[side] as number)
    }
    return least < 0
  })

/** Direction perpendicular to a section's hatch lines: in the plane, at 45° to its horizontal. */
export function hatchDirection(normal: Vec3): Vec3 {
  const level = normalize(cross([0, 0, 1], normal), [1, 0, 0])
  const steep = cross(normal, level)
  return normalize([level[0] + steep[0], level[1] + steep[1], level[2] + steep[2]])
}
