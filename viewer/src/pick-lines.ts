import type { Vec3 } from '@plumbline/bim/model'
import { buildProjectionMatrix, buildViewMatrix, type Pose } from './camera.ts'
import type { ModelFrame } from './frame.ts'

/** Line segments in a model's local coordinates. */
export interface Segments {
  /** 6 per segment */
  points: Float32Array
  /** element of each segment */
  elements: Uint32Array
  /** number of the line that each segment is part of */
  lines: Uint32Array
}

interface PickedSegment {
  segment: number
  /** world point on the segment that is nearest to the canvas point */
  point: Vec3
  distance: number
}

/** Where the camera looks, and the canvas point with its tolerance, CSS pixels. */
interface LineAim {
  pose: Pose
  width: number
  height: number
  x: number
  y: number
  tolerance_px: number
}

/**
 * The segment at a canvas point: the one nearest to the eye within the tolerance.
 * @param isShown whether a point of a segment can be seen, given its distance from the eye
 */
export function pickSegment(
  segments: Segments,
  frame: ModelFrame,
  aim: LineAim,
  isShown: (segment: number, point: Vec3, distance: number) => boolean,
): PickedSegment | null {
  const { pose, width, height } = aim
  const project = multiply(
    buildProjectionMatrix(pose, width / height, 0.01, 1e6),
    multiply(buildViewMatrix(pose), frame.matrix),
  )
  let best: PickedSegment | null = null
  for (let segment = 0; segment < segments.elements.length; segment++) {
    const share = shareAt(segments.points, segment * 6, project, aim)
    if (share < 0) continue
    const local = [0, 1, 2].map((axis) => {
      const from = segments.points[segment * 6 + axis] as number
      return from + ((segments.points[segment * 6 + 3 + axis] as number) - from) * share
    }) as Vec3
    const point = frame.point(local)
    const way = point.map((part, axis) => part - (pose.eye[axis] as number))
    const distance =
      pose.projection === 'orthographic'
        ? way.reduce((sum, part, axis) => sum + part * (pose.forward[axis] as number), 0)
        : Math.hypot(...way)
    if ((best && best.distance <= distance) || !isShown(segment, point, distance)) continue
    best = { segment, point, distance }
  }
  return best
}

/** The share along a segment that is nearest to the canvas point; −1 if it is farther away than the tolerance. */
function shareAt(points: Float32Array, at: number, m: Float64Array, aim: LineAim): number {
  const clip = (offset: number, row: number) =>
    (m[row] as number) * (points[at + offset] as number) +
    (m[row + 4] as number) * (points[at + offset + 1] as number) +
    (m[row + 8] as number) * (points[at + offset + 2] as number) +
    (m[row + 12] as number)
  const [aw, bw] = [clip(0, 3), clip(3, 3)]
  const least = 1e-4
  if (aw < least && bw < least) return -1
  // The part of the segment in front of the eye.
  const from = aw < least ? (least - aw) / (bw - aw) : 0
  const to = bw < least ? (least - aw) / (bw - aw) : 1
  const [ax, ay, bx, by] = [clip(0, 0), clip(0, 1), clip(3, 0), clip(3, 1)]
  const screen = (share: number): [x: number, y: number, w: number] => {
    const w = aw + (bw - aw) * share
    return [
      ((ax + (bx - ax) * share) / w + 1) * 0.5 * aim.width,
      (1 - (ay + (by - ay) * share) / w) * 0.5 * aim.height,
      w,
    ]
  }
  const [fx, fy, fw] = screen(from)
  const [tx, ty, tw] = screen(to)
  const length = (tx - fx) ** 2 + (ty - fy) ** 2
  const along = length > 0 ? ((aim.x - fx) * (tx - fx) + (aim.y - fy) * (ty - fy)) / length : 0
  const s = Math.min(1, Math.max(0, along))
  const away = Math.hypot(fx + (tx - fx) * s - aim.x, fy + (ty - fy) * s - aim.y)
  if (!(away <= aim.tolerance_px)) return -1
  // Equal steps on the canvas are not equal steps in space.
  const inSpace = (s * fw) / ((1 - s) * tw + s * fw)
  return from + (to - from) * inSpace
}

/** Product of two matrices, column-major. */
function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const product = new Float64Array(16)
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let at = 0; at < 4; at++)
        product[column * 4 + row] =
          (product[column * 4 + row] as number) + (a[at * 4 + row] as number) * (b[column * 4 + at] as number)
  return product
}
