import type { Box, Chunk, Vec3 } from './model.ts'

/**
 * Software renderer for project cards and demo issues, used where models are converted, without a GPU.
 * Triangles, a depth buffer and one light; no edges, and no transparency except that glass is pale.
 */

export interface PictureCamera {
  eye: Vec3
  /** unit vector of the view direction */
  direction: Vec3
  /** full vertical field of view in degrees */
  field_of_view: number
  /** near clip distance in metres along the view direction */
  near_m?: number
}

export interface PictureOptions {
  width: number
  height: number
  view: PictureCamera
  /** an element to draw in the accent colour, with the chunks of its model */
  highlight?: { element: number; chunks: readonly Chunk[] } | null
}

interface Frame {
  width: number
  height: number
  /** reciprocal of the depth, 0 where nothing is drawn */
  depth: Float32Array
  /** R, G, B, A in memory order on little-endian machines, which all supported ones are */
  rgba: Uint32Array
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

/** direction towards the light, in view coordinates */
const LIGHT = unit([-0.35, 0.55, -0.75])

/** A view of a whole box from above, looking from the south-east, as near as all corners remain visible. */
export function fitPictureCamera(box: Box, aspect: number, fieldOfView = 40): PictureCamera {
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

/** Right and up vectors of a view, with world Z upright in the image. */
function basisOf(forward: Vec3): { right: Vec3; up: Vec3 } {
  const right = unit(Math.abs(forward[2]) > 0.999 ? [1, 0, 0] : cross(forward, [0, 0, 1]))
  return { right, up: cross(right, forward) }
}

/** Packs a colour of components 0…255 into one number. */
const packed = (r: number, g: number, b: number) =>
  (0xff000000 | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0

function background({ width, height, rgba, depth }: Frame) {
  depth.fill(0)
  for (let y = 0; y < height; y++) {
    const t = y / Math.max(1, height - 1)
    const [r, g, b] = SKY_TOP.map((value, part) => value * (1 - t) + (SKY_BOTTOM[part] ?? 0) * t) as Vec3
    rgba.fill(packed(r, g, b), y * width, (y + 1) * width)
  }
}

/** Vertices of one instance in view coordinates (right, up, forward) and in pixels; buffers grow as needed. */
interface Placed {
  view: Float64Array
  /** x, y in pixels, and the reciprocal depth; 0 when nearer than the near distance */
  screen: Float64Array
}

interface Camera {
  right: Vec3
  up: Vec3
  forward: Vec3
  eye: Vec3
  /** focal length in pixels */
  focal: number
  near: number
}

/** Rasterises the triangle of three vertices of `screen` with a depth test. */
function fill(frame: Frame, screen: Float64Array, a: number, b: number, c: number, color: number) {
  const ax = screen[a] ?? 0
  const ay = screen[a + 1] ?? 0
  const az = screen[a + 2] ?? 0
  const bx = screen[b] ?? 0
  const by = screen[b + 1] ?? 0
  const bz = screen[b + 2] ?? 0
  const cx = screen[c] ?? 0
  const cy = screen[c + 1] ?? 0
  const cz = screen[c + 2] ?? 0
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (az === 0 || bz === 0 || cz === 0 || area === 0 || !Number.isFinite(area)) return
  const { width, height, depth, rgba } = frame
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const uStep = -(cy - by) / area
  const vStep = -(ay - cy) / area
  const wStep = -uStep - vStep
  const zStep = uStep * (az - cz) + vStep * (bz - cz)
  for (let y = top; y <= bottom; y++) {
    const px = left + 0.5
    const py = y + 0.5
    const u = ((cx - bx) * (py - by) - (cy - by) * (px - bx)) / area
    const v = ((ax - cx) * (py - cy) - (ay - cy) * (px - cx)) / area
    const w = 1 - u - v
    const from = Math.max(entry(u, uStep), entry(v, vStep), entry(w, wStep), 0)
    const to = Math.min(exit(u, uStep), exit(v, vStep), exit(w, wStep), right - left)
    let z = cz + u * (az - cz) + v * (bz - cz) + from * zStep
    for (let at = y * width + left + from, end = y * width + left + to; at <= end; at++) {
      if (z > (depth[at] ?? 0)) {
        depth[at] = z
        rgba[at] = color
      }
      z += zStep
    }
  }
}

/** First pixel of a row at which a value that starts at `start` and changes by `step` is not negative. */
const entry = (start: number, step: number) =>
  step > 0 ? Math.ceil(-start / step) : step < 0 || start >= 0 ? 0 : Infinity
/** The last such pixel. */
const exit = (start: number, step: number) => (step < 0 ? Math.floor(-start / step) : Infinity)

/** Transforms a geometry's vertices by instance matrix, quantisation grid and camera in one step. */
function placeVertices(frame: Frame, chunk: Chunk, instance: number, camera: Camera, placed: Placed) {
  const { geometries, positions, instances } = chunk
  const geometry = instances.geometry[instance] ?? 0
  const first = geometries.firstVertex[geometry] ?? 0
  const count = geometries.vertexCount[geometry] ?? 0
  if (placed.view.length < count * 3) {
    placed.view = new Float64Array(count * 6)
    placed.screen = new Float64Array(count * 6)
  }
  const { view, screen } = placed
  const c = intoView(chunk, instance, geometry, camera)
  for (let vertex = 0; vertex < count; vertex++) {
    const from = (first + vertex) * 3
    const x = positions[from] ?? 0
    const y = positions[from + 1] ?? 0
    const z = positions[from + 2] ?? 0
    const at = vertex * 3
    const across = (c[0] ?? 0) * x + (c[1] ?? 0) * y + (c[2] ?? 0) * z + (c[3] ?? 0)
    const above = (c[4] ?? 0) * x + (c[5] ?? 0) * y + (c[6] ?? 0) * z + (c[7] ?? 0)
    const ahead = (c[8] ?? 0) * x + (c[9] ?? 0) * y + (c[10] ?? 0) * z + (c[11] ?? 0)
    view[at] = across
    view[at + 1] = above
    view[at + 2] = ahead
    const inverse = ahead > camera.near ? 1 / ahead : 0
    screen[at] = frame.width / 2 + across * inverse * camera.focal
    screen[at + 1] = frame.height / 2 - above * inverse * camera.focal
    screen[at + 2] = inverse
  }
}

/** The matrix from quantised positions to view coordinates, as rows of a 3×4 matrix. */
function intoView(chunk: Chunk, instance: number, geometry: number, camera: Camera): Float64Array {
  const { geometries, instances } = chunk
  const scale = geometries.scale[geometry] ?? 0
  const cells = new Float64Array(12)
  for (const [row, axis] of [camera.right, camera.up, camera.forward].entries()) {
    let moved = -dot(axis, camera.eye)
    for (let column = 0; column < 4; column++) {
      let sum = 0
      for (let part = 0; part < 3; part++)
        sum += (axis[part] ?? 0) * (instances.matrix[instance * 12 + part * 4 + column] ?? 0)
      if (column < 3) {
        cells[row * 4 + column] = sum * scale
        moved += sum * (geometries.offset[geometry * 3 + column] ?? 0)
      } else cells[row * 4 + 3] = moved + sum
    }
  }
  return cells
}

/** Draws one instance with flat shading. */
function drawInstance(frame: Frame, chunk: Chunk, instance: number, placed: Placed, base: Vec3) {
  const { geometries, indices, instances } = chunk
  const { view, screen } = placed
  const geometry = instances.geometry[instance] ?? 0
  const first = geometries.firstIndex[geometry] ?? 0
  const end = first + (geometries.indexCount[geometry] ?? 0)
  for (let index = first; index + 2 < end; index += 3) {
    const a = (indices[index] ?? 0) * 3
    const b = (indices[index + 1] ?? 0) * 3
    const c = (indices[index + 2] ?? 0) * 3
    const x = view[a] ?? 0
    const y = view[a + 1] ?? 0
    const z = view[a + 2] ?? 0
    const ux = (view[b] ?? 0) - x
    const uy = (view[b + 1] ?? 0) - y
    const uz = (view[b + 2] ?? 0) - z
    const vx = (view[c] ?? 0) - x
    const vy = (view[c + 1] ?? 0) - y
    const vz = (view[c + 2] ?? 0) - z
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    // One light from the camera's upper left, plus ambient light.
    const light = 0.5 + (0.5 * Math.abs(nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2])) / length
    fill(frame, screen, a, b, c, packed(base[0] * light, base[1] * light, base[2] * light))
  }
}

/**
 * Renders chunks in local coordinates. Returns RGBA rows from top to bottom. Background pixels show a subtle
 * gradient.
 */
export function drawPicture(chunks: Iterable<Chunk>, options: PictureOptions): Uint8Array {
  const { width, height, view, highlight = null } = options
  const frame: Frame = {
    width,
    height,
    depth: new Float32Array(width * height),
    rgba: new Uint32Array(width * height),
  }
  background(frame)
  const forward = unit(view.direction)
  const focal = height / 2 / Math.tan((view.field_of_view * Math.PI) / 360)
  const near = Math.max(NEAR_M, view.near_m ?? 0)
  const camera: Camera = { ...basisOf(forward), forward, eye: view.eye, focal, near }
  const placed: Placed = { view: new Float64Array(0), screen: new Float64Array(0) }
  for (const chunk of chunks) {
    const { color, element, count } = chunk.instances
    const marked = highlight?.chunks.includes(chunk) ? highlight.element : -1
    for (let instance = 0; instance < count; instance++) {
      const [r = 0, g = 0, b = 0] = color.subarray(instance * 4, instance * 4 + 3)
      placeVertices(frame, chunk, instance, camera, placed)
      drawInstance(frame, chunk, instance, placed, element[instance] === marked ? ACCENT : [r, g, b])
    }
  }
  return new Uint8Array(frame.rgba.buffer)
}
