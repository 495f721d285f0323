import type { Box, Chunk, Vec3 } from './model.ts'

/**
 * Draws a model without a graphics card: a few hundred lines of picture for project cards and demo issues, made where
 * the model is converted. Triangles, a depth buffer and one light; no edges, no transparency beyond leaving glass pale.
 */

export interface PictureView {
  eye: Vec3
  /** unit vector of the line of sight */
  direction: Vec3
  /** whole vertical angle in degrees */
  field_of_view: number
  /** what is nearer, in metres along the line of sight, is cut away */
  near_m?: number
}

export interface PictureOptions {
  width: number
  height: number
  view: PictureView
  /** an element of these chunks' model, shown in the accent's colour */
  highlight?: { element: number; chunks: readonly Chunk[] } | null
}

interface Frame {
  width: number
  height: number
  depth: Float32Array
  rgb: Uint8ClampedArray
}

const SKY_TOP: Vec3 = [226, 223, 218]
const SKY_BOTTOM: Vec3 = [246, 244, 241]
const ACCENT: Vec3 = [225, 96, 20]
const NEAR_M = 0.05

const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Vec3): Vec3 => {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** A view of a whole box from the south-east, above, as near as all its corners can still be seen. */
export function viewOfBox(box: Box, aspect: number, fieldOfView = 40): PictureView {
  const center: Vec3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
  const direction = unit([-0.62, 0.78, -0.46])
  const { right, up } = basisOf(direction)
  const slope = Math.tan((fieldOfView * Math.PI) / 360)
  let distance = 0.5
  for (let corner = 0; corner < 8; corner++) {
    const at: Vec3 = [box[corner & 1 ? 3 : 0], box[corner & 2 ? 4 : 1], box[corner & 4 ? 5 : 2]]
    const offset = sub(at, center)
    const across = Math.max(Math.abs(dot(offset, right)) / aspect, Math.abs(dot(offset, up)))
    distance = Math.max(distance, across / slope - dot(offset, direction))
  }
  const far = distance * 1.05
  const eye: Vec3 = [
    center[0] - direction[0] * far,
    center[1] - direction[1] * far,
    center[2] - direction[2] * far,
  ]
  return { eye, direction, field_of_view: fieldOfView }
}

/** Right and up of a view, with the world's Z up in the picture. */
function basisOf(forward: Vec3): { right: Vec3; up: Vec3 } {
  const right = unit(Math.abs(forward[2]) > 0.999 ? [1, 0, 0] : cross(forward, [0, 0, 1]))
  return { right, up: cross(right, forward) }
}

function background({ width, height, rgb, depth }: Frame) {
  depth.fill(Number.POSITIVE_INFINITY)
  for (let y = 0; y < height; y++) {
    const t = y / Math.max(1, height - 1)
    for (let part = 0; part < 3; part++) {
      const value = (SKY_TOP[part] ?? 0) * (1 - t) + (SKY_BOTTOM[part] ?? 0) * t
      for (let x = 0; x < width; x++) rgb[(y * width + x) * 3 + part] = value
    }
  }
}

/** Fills a triangle whose corners are pixels with 1/depth as third coordinate. */
function fill(frame: Frame, corners: Float64Array, red: number, green: number, blue: number) {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = corners
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (area === 0 || !Number.isFinite(area)) return
  const { width, height, depth, rgb } = frame
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5]
      const u = ((cx - bx) * (py - by) - (cy - by) * (px - bx)) / area
      const v = ((ax - cx) * (py - cy) - (ay - cy) * (px - cx)) / area
      const w = 1 - u - v
      if (u < 0 || v < 0 || w < 0) continue
      const z = 1 / (u * az + v * bz + w * cz)
      const at = y * width + x
      if (z >= (depth[at] ?? 0)) continue
      depth[at] = z
      rgb[at * 3] = red
      rgb[at * 3 + 1] = green
      rgb[at * 3 + 2] = blue
    }
}

/** Corners of a geometry placed by an instance, in view coordinates: right, up, forward; three numbers a vertex. */
function placeVertices(
  chunk: Chunk,
  instance: number,
  axes: { right: Vec3; up: Vec3; forward: Vec3; eye: Vec3 },
) {
  const { geometries, positions, instances } = chunk
  const geometry = instances.geometry[instance] ?? 0
  const first = geometries.firstVertex[geometry] ?? 0
  const count = geometries.vertexCount[geometry] ?? 0
  const scale = geometries.scale[geometry] ?? 0
  const offset = geometries.offset.subarray(geometry * 3, geometry * 3 + 3)
  const m = instances.matrix.subarray(instance * 12, instance * 12 + 12)
  const row = (r: number, x: number, y: number, z: number) =>
    (m[r * 4] ?? 0) * x + (m[r * 4 + 1] ?? 0) * y + (m[r * 4 + 2] ?? 0) * z + (m[r * 4 + 3] ?? 0)
  const placed = new Float64Array(count * 3)
  for (let vertex = 0; vertex < count; vertex++) {
    const at = (first + vertex) * 3
    const x = (offset[0] ?? 0) + scale * (positions[at] ?? 0)
    const y = (offset[1] ?? 0) + scale * (positions[at + 1] ?? 0)
    const z = (offset[2] ?? 0) + scale * (positions[at + 2] ?? 0)
    const world = sub([row(0, x, y, z), row(1, x, y, z), row(2, x, y, z)], axes.eye)
    placed[vertex * 3] = dot(world, axes.right)
    placed[vertex * 3 + 1] = dot(world, axes.up)
    placed[vertex * 3 + 2] = dot(world, axes.forward)
  }
  return placed
}

/** A face's colour in the light: from the camera's upper left, and a little from everywhere. */
function lit(color: ArrayLike<number>, normal: Vec3): Vec3 {
  const light = 0.5 + 0.5 * Math.abs(dot(normal, unit([-0.35, 0.55, -0.75])))
  return [(color[0] ?? 0) * light, (color[1] ?? 0) * light, (color[2] ?? 0) * light]
}

function drawInstance(
  frame: Frame,
  chunk: Chunk,
  instance: number,
  placed: Float64Array,
  color: ArrayLike<number>,
  focal: number,
  near: number,
) {
  const { geometries, indices, instances } = chunk
  const geometry = instances.geometry[instance] ?? 0
  const first = geometries.firstIndex[geometry] ?? 0
  const count = geometries.indexCount[geometry] ?? 0
  const corners = new Float64Array(9)
  for (let index = first; index + 2 < first + count; index += 3) {
    const points: Vec3[] = []
    for (let corner = 0; corner < 3; corner++) {
      const at = (indices[index + corner] ?? 0) * 3
      const point: Vec3 = [placed[at] ?? 0, placed[at + 1] ?? 0, placed[at + 2] ?? 0]
      if (!(point[2] > near)) break
      points.push(point)
      corners[corner * 3] = frame.width / 2 + (point[0] / point[2]) * focal
      corners[corner * 3 + 1] = frame.height / 2 - (point[1] / point[2]) * focal
      corners[corner * 3 + 2] = 1 / point[2]
    }
    const [a, b, c] = points
    if (!a || !b || !c) continue
    fill(frame, corners, ...lit(color, unit(cross(sub(b, a), sub(c, a)))))
  }
}

/**
 * Draws chunks in local coordinates. Returns RGB rows from the top, three bytes a pixel. Pixels further than any
 * triangle show a quiet gradient.
 */
export function drawPicture(chunks: Iterable<Chunk>, options: PictureOptions): Uint8ClampedArray {
  const { width, height, view, highlight = null } = options
  const frame: Frame = {
    width,
    height,
    depth: new Float32Array(width * height),
    rgb: new Uint8ClampedArray(width * height * 3),
  }
  background(frame)
  const forward = unit(view.direction)
  const axes = { ...basisOf(forward), forward, eye: view.eye }
  const focal = height / 2 / Math.tan((view.field_of_view * Math.PI) / 360)
  const near = Math.max(NEAR_M, view.near_m ?? 0)
  for (const chunk of chunks)
    for (let instance = 0; instance < chunk.instances.count; instance++) {
      const shown =
        highlight?.chunks.includes(chunk) && chunk.instances.element[instance] === highlight.element
      const color = shown ? ACCENT : chunk.instances.color.subarray(instance * 4, instance * 4 + 3)
      drawInstance(frame, chunk, instance, placeVertices(chunk, instance, axes), color, focal, near)
    }
  return frame.rgb
}
