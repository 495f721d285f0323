import type { Box, Vec3 } from '@plumbline/bim/model'
import {
  add,
  addScaled,
  boxCenter,
  boxCorners,
  boxDiagonal,
  cross,
  dot,
  isFiniteVec,
  length,
  mix,
  normalize,
  rotate,
  scale,
  subtract,
  UP,
} from './vec.ts'

/** Camera position and orientation. Lengths in metres, coordinates in doubles, Z up. */
export interface Pose {
  eye: Vec3
  /** unit vector of the view direction */
  forward: Vec3
  /** unit vector, perpendicular to `forward` */
  up: Vec3
  projection: 'perspective' | 'orthographic'
  /** full vertical field of view */
  fov_deg: number
  /** distance along `forward` to the focus point; it sets the scale of an orthographic view */
  focus_m: number
}

export type AxisView = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

const FOV_DEG = 45
/** Smallest angle to the vertical that orbiting reaches, in radians. */
const POLE = 0.0005
const MIN_FOCUS = 0.02
const MAX_FOCUS = 1e7

/** View directions of Alt 1 to 6, by the side of the model that they show. */
const AXES: Record<AxisView, { forward: Vec3; up: Vec3 }> = {
  front: { forward: [0, 1, 0], up: UP },
  back: { forward: [0, -1, 0], up: UP },
  left: { forward: [1, 0, 0], up: UP },
  right: { forward: [-1, 0, 0], up: UP },
  top: { forward: [0, 0, -1], up: [0, 1, 0] },
  bottom: { forward: [0, 0, 1], up: [0, -1, 0] },
}

/** Default direction: from above, looking from the south-east, so that two facades and the roof are visible. */
const HOME: Vec3 = normalize([-0.78, 1, -0.62])

export function computeRight(pose: Pose): Vec3 {
  return cross(pose.forward, pose.up)
}

export function computeFocus(pose: Pose): Vec3 {
  return addScaled(pose.eye, pose.forward, pose.focus_m)
}

/** Half the view height at distance 1 (perspective) or at any distance (orthographic), in metres. */
export function computeHalfHeight(pose: Pose): number {
  const slope = Math.tan((pose.fov_deg * Math.PI) / 360)
  return pose.projection === 'perspective' ? slope : slope * pose.focus_m
}

/** Metres per pixel at a depth along the view direction. */
export function computeMetresPerPixel(pose: Pose, depth: number, height_px: number): number {
  const half = computeHalfHeight(pose)
  return (
    ((pose.projection === 'perspective' ? half * Math.max(depth, 1e-4) : half) * 2) / Math.max(1, height_px)
  )
}

/** Normalises `forward` and `up` and makes them perpendicular. */
export function orthonormalize(pose: Pose): Pose {
  const forward = normalize(pose.forward, [0, 1, 0])
  const off = Math.max(Math.abs(length(pose.up) - 1), Math.abs(dot(pose.up, forward)))
  // A pose that is already orthonormal stays bit-identical, so that a captured view is restored exactly.
  if (forward === pose.forward && off < 1e-12) return pose
  const flat = addScaled(pose.up, forward, -dot(pose.up, forward))
  const spare: Vec3 = Math.abs(forward[2]) > 0.999 ? [0, 1, 0] : addScaled(UP, forward, -forward[2])
  return { ...pose, forward, up: normalize(flat, normalize(spare)) }
}

/** The pose with its roll removed, so that the horizon is level. */
function removeRoll(pose: Pose): Pose {
  const right = computeRight(pose)
  if (Math.abs(right[2]) < 1e-9 && pose.up[2] > -1e-9) return pose
  const flat = cross(pose.forward, UP)
  const side = normalize(Math.hypot(flat[0], flat[1]) > 1e-6 ? flat : [right[0], right[1], 0], [1, 0, 0])
  return orthonormalize({ ...pose, up: cross(side, pose.forward) })
}

/**
 * Orbits the camera around a pivot: `yaw` about the vertical, then `pitch` about the view's horizontal axis;
 * radians. The pitch stops short of the pole, so that the view never flips over.
 */
export function orbit(pose: Pose, pivot: Vec3, yaw: number, pitch: number): Pose {
  const level = removeRoll(pose)
  const elevation = Math.asin(Math.max(-1, Math.min(1, level.forward[2])))
  const limit = Math.PI / 2 - POLE
  const tilt = Math.max(-limit, Math.min(limit, elevation + pitch)) - elevation
  const right = computeRight(level)
  const turn = (vector: Vec3) => rotate(rotate(vector, right, tilt), UP, yaw)
  return orthonormalize({
    ...level,
    eye: add(pivot, turn(subtract(level.eye, pivot))),
    forward: turn(level.forward),
    up: turn(level.up),
  })
}

/** Turns the camera in place. */
export function turnInPlace(pose: Pose, yaw: number, pitch: number): Pose {
  return orbit(pose, pose.eye, yaw, pitch)
}

/** Moves the camera sideways and up in the view plane, by metres. */
export function pan(pose: Pose, right: number, up: number): Pose {
  return { ...pose, eye: addScaled(addScaled(pose.eye, computeRight(pose), right), pose.up, up) }
}

/**
 * Zooms towards (factor < 1) or away from (> 1) `anchor`, which stays under the same pixel. Each step moves at
 * least `least` metres, so that the camera can pass through a wall.
 */
export function zoom(pose: Pose, anchor: Vec3, factor: number, least = 0): Pose {
  const focus_m = clampFocus(pose.focus_m * factor)
  const toAnchor = subtract(anchor, pose.eye)
  if (pose.projection === 'orthographic') {
    const depth = dot(toAnchor, pose.forward)
    const side = addScaled(toAnchor, pose.forward, -depth)
    return { ...pose, eye: addScaled(pose.eye, side, 1 - focus_m / pose.focus_m), focus_m }
  }
  const reach = Math.hypot(...toAnchor)
  const wanted = reach * (1 - factor)
  const step = factor < 1 ? Math.max(wanted, least) : Math.min(wanted, -least)
  return { ...pose, eye: addScaled(pose.eye, normalize(toAnchor, pose.forward), step), focus_m }
}

function clampFocus(metres: number): number {
  return Math.max(MIN_FOCUS, Math.min(MAX_FOCUS, metres))
}

/** A rectangle of the view; x and y run from −1 (left, bottom) to 1. */
export interface ViewArea {
  left: number
  right: number
  bottom: number
  top: number
}

export const WHOLE_VIEW: ViewArea = { left: -1, right: 1, bottom: -1, top: 1 }

/**
 * Moves the pose, keeping its direction, so that the whole box fits into the view or an area of it with a
 * margin (1.08 = 8 %), as near and as centred as possible. Per axis of the view a corner at (x, z) is inside if
 * from·t·(d + z) ≤ x − e ≤ to·t·(d + z): the smallest distance d and the eye's shift e follow from the maximum
 * of x − to·t·z and the minimum of x − from·t·z.
 */
export function fit(pose: Pose, box: Box, aspect: number, margin = 1.08, area: ViewArea = WHOLE_VIEW): Pose {
  const center = boxCenter(box)
  const right = computeRight(pose)
  const offsets = boxCorners(box).map((corner) => subtract(corner, center))
  const slope = Math.tan((pose.fov_deg * Math.PI) / 360)
  const side = (axis: Vec3, t: number, low: number, high: number) => {
    const middle = (low + high) / 2
    const half = (high - low) / 2 / margin
    const from = middle - half
    const to = middle + half
    const lean = (offset: Vec3) => (pose.projection === 'perspective' ? t * dot(offset, pose.forward) : 0)
    const most = Math.max(...offsets.map((offset) => dot(offset, axis) - to * lean(offset)))
    const least = Math.min(...offsets.map((offset) => dot(offset, axis) - from * lean(offset)))
    return {
      reach: (most - least) / ((to - from) * t),
      shift: (depth: number) => (most + least) / 2 - middle * t * depth,
    }
  }
  const wide = side(right, slope * Math.max(aspect, 0.01), area.left, area.right)
  const high = side(pose.up, slope, area.bottom, area.top)
  const focus_m = clampFocus(Math.max(wide.reach, high.reach, 0.5))
  // An orthographic eye stays outside the box so that nothing lies behind it.
  const back = pose.projection === 'perspective' ? focus_m : Math.max(focus_m, boxDiagonal(box))
  const aim = addScaled(addScaled(center, right, wide.shift(focus_m)), pose.up, high.shift(focus_m))
  return { ...pose, eye: addScaled(aim, pose.forward, -back), focus_m }
}

/** A pose in the default direction; its position is arbitrary until it is fitted to a box. */
export function createHomePose(): Pose {
  return orthonormalize({
    eye: [0, 0, 0],
    forward: HOME,
    up: UP,
    projection: 'perspective',
    fov_deg: FOV_DEG,
    focus_m: 1,
  })
}

export function fitHomePose(box: Box, aspect: number, projection: Pose['projection'] = 'perspective'): Pose {
  return { ...fit(createHomePose(), box, aspect), projection }
}

/** The pose turned towards a side, or along a direction with a level horizon. */
export function turnTowards(pose: Pose, side: AxisView | Vec3): Pose {
  if (typeof side === 'string') return { ...pose, ...AXES[side] }
  return orthonormalize({ ...pose, forward: normalize(side), up: UP })
}

/** The pose in another projection; objects at the focus distance keep their size. */
export function withProjection(pose: Pose, projection: Pose['projection']): Pose {
  return { ...pose, projection }
}

/** Interpolates a camera animation at `t` (0…1): the focus point moves linearly, the distance geometrically. */
export function interpolatePose(from: Pose, to: Pose, t: number): Pose {
  if (t >= 1) return to
  const focus_m = from.focus_m * (to.focus_m / from.focus_m) ** t
  const { forward, up } = interpolateRotation(from, to, t)
  const focus = mix(computeFocus(from), computeFocus(to), t)
  return {
    ...to,
    forward,
    up,
    focus_m,
    fov_deg: from.fov_deg + (to.fov_deg - from.fov_deg) * t,
    eye: addScaled(focus, forward, -focus_m),
  }
}

/**
 * Shortest rotation between two orientations: about the axis of the rotation matrix from one frame to the
 * other.
 */
function interpolateRotation(from: Pose, to: Pose, t: number): { forward: Vec3; up: Vec3 } {
  const axes = [from.forward, from.up, computeRight(from)]
  const goals = [to.forward, to.up, computeRight(to)]
  let axis: Vec3 = [0, 0, 0]
  let trace = 0
  axes.forEach((each, index) => {
    const goal = goals[index] ?? each
    axis = add(axis, cross(each, goal))
    trace += dot(each, goal)
  })
  const angle = Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2)))
  // At a half turn the axis vanishes; turning about the camera's own up vector is then equally short.
  const about = normalize(axis, from.up)
  const pose = orthonormalize({
    ...from,
    forward: rotate(from.forward, about, angle * t),
    up: rotate(from.up, about, angle * t),
  })
  return { forward: pose.forward, up: pose.up }
}

/** Near and far clip distances along the view direction for drawing a box. */
export function computeDepthRange(pose: Pose, box: Box | null): { near: number; far: number } {
  if (!box) return { near: 0.1, far: 1000 }
  const depths = boxCorners(box).map((corner) => dot(subtract(corner, pose.eye), pose.forward))
  const least = Math.min(...depths)
  const most = Math.max(...depths)
  const far = most + Math.abs(most) * 0.001 + 0.5
  const nearest = least - Math.abs(least) * 0.001 - 0.5
  if (pose.projection === 'orthographic') return { near: nearest, far: Math.max(far, nearest + 1) }
  // Depth has 24 bits: a near plane closer than this fraction of the far distance would cause z-fighting.
  const near = Math.max(nearest, Math.max(0.03, Math.min(0.3, far / 3000)))
  return { near, far: Math.max(far, near + 1) }
}

/** World-to-view matrix, column-major. */
export function buildViewMatrix(pose: Pose): number[] {
  const right = computeRight(pose)
  const { up, forward, eye } = pose
  const rows = [right, up, scale(forward, -1)]
  const columns = [0, 1, 2].flatMap((axis) => [...rows.map((row) => row[axis] ?? 0), 0])
  return [...columns, ...rows.map((row) => -dot(row, eye)), 1]
}

/** View-to-clip matrix, column-major, OpenGL depth −1…1. */
export function buildProjectionMatrix(pose: Pose, aspect: number, near: number, far: number): number[] {
  const y = 1 / computeHalfHeight(pose)
  const x = y / aspect
  const depth = near - far
  return pose.projection === 'perspective'
    ? [x, 0, 0, 0, 0, y, 0, 0, 0, 0, (far + near) / depth, -1, 0, 0, (2 * far * near) / depth, 0]
    : [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 2 / depth, 0, 0, 0, (far + near) / depth, 1]
}

export interface Ray {
  origin: Vec3
  /** unit vector */
  direction: Vec3
}

/** The view ray through a point of the view; x and y run from −1 (left, bottom) to 1. */
export function buildViewRay(pose: Pose, x: number, y: number, aspect: number): Ray {
  const half = computeHalfHeight(pose)
  const side = addScaled(scale(computeRight(pose), x * half * aspect), pose.up, y * half)
  return pose.projection === 'perspective'
    ? { origin: pose.eye, direction: normalize(add(pose.forward, side)) }
    : { origin: add(pose.eye, side), direction: pose.forward }
}

/** Projects a point into the view: x and y as in `buildViewRay`, depth in metres along the view direction. */
export function projectPoint(
  pose: Pose,
  point: Vec3,
  aspect: number,
): { x: number; y: number; depth: number } {
  const offset = subtract(point, pose.eye)
  const depth = dot(offset, pose.forward)
  const half = computeHalfHeight(pose) * (pose.projection === 'perspective' ? depth : 1)
  return { x: dot(offset, computeRight(pose)) / (half * aspect), y: dot(offset, pose.up) / half, depth }
}

export function isFinitePose(pose: Pose): boolean {
  const vectors = isFiniteVec(pose.eye) && isFiniteVec(pose.forward) && isFiniteVec(pose.up)
  return (
    vectors && Number.isFinite(pose.focus_m) && pose.focus_m > 0 && pose.fov_deg > 0 && pose.fov_deg < 180
  )
}

/** Whether a box may intersect the view frustum: it does not when all corners lie outside one frustum plane. */
export function isInView(pose: Pose, box: Box, aspect: number): boolean {
  const right = computeRight(pose)
  const corners = boxCorners(box).map((corner) => {
    const offset = subtract(corner, pose.eye)
    const depth = dot(offset, pose.forward)
    const half = computeHalfHeight(pose) * (pose.projection === 'perspective' ? depth : 1)
    return { x: dot(offset, right), y: dot(offset, pose.up), half, depth }
  })
  if (pose.projection === 'perspective' && corners.every((corner) => corner.depth < 0)) return false
  const outside = (beyond: (corner: (typeof corners)[number]) => boolean) => corners.every(beyond)
  return !(
    outside(({ x, half }) => x > half * aspect) ||
    outside(({ x, half }) => x < -half * aspect) ||
    outside(({ y, half }) => y > half) ||
    outside(({ y, half }) => y < -half)
  )
}

/**
 * The pixel rectangle of an image (x and y of its lower left corner, width, height) that covers the projection
 * of a box plus a margin; the whole image when part of the box lies behind the camera.
 */
export function computePixelRect(
  pose: Pose,
  box: Box,
  width: number,
  height: number,
  margin: number,
): [x: number, y: number, width: number, height: number] {
  const places = boxCorners(box).map((corner) => projectPoint(pose, corner, width / height))
  if (pose.projection === 'perspective' && places.some(({ depth }) => depth <= 0))
    return [0, 0, width, height]
  const side = (values: number[], size: number): [low: number, length: number] => {
    const pixels = values.map((value) => ((value + 1) / 2) * size)
    const low = Math.min(size, Math.max(0, Math.floor(Math.min(...pixels)) - margin))
    return [low, Math.max(0, Math.min(size, Math.ceil(Math.max(...pixels)) + margin) - low)]
  }
  const [x, wide] = side(
    places.map((place) => place.x),
    width,
  )
  const [y, high] = side(
    places.map((place) => place.y),
    height,
  )
  return [x, y, wide, high]
}
