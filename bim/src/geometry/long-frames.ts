import type { Mesh } from './shapes.ts'

/** Longer shapes are too coarse in one grid for all directions: a wall of 300 m would be 6 mm too thick or too thin. */
const LONG = 104.8
/** Limits on edges tried as axes, and on points measured for them; most edges of a wall run along its sides. */
const MOST_EDGES = 192
const MOST_MEASURED = 200_000
/** Grid steps along a side of a shape. */
export const MOST_STEPS = 65_535

type Vec3 = [x: number, y: number, z: number]

/** A frame whose axes have units of their own: point = origin + axes · coordinates. */
export interface LongFrame {
  origin: Vec3
  /** rows of the 3×3 matrix with the axes as columns; each axis is as long as its unit */
  axes: number[]
  /** units of the three axes in metres */
  units: Vec3
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Vec3): Vec3 | null => {
  const length = Math.hypot(...a)
  return length > 1e-9 ? [a[0] / length, a[1] / length, a[2] / length] : null
}

/**
 * The frame in which a long shape is stored: along its sides, in which it is thin in all directions but the long ones,
 * and their ends are on the grid. Null for shapes that are not long.
 * @param gridFor the grid for a shape of some size
 */
export function findLongFrame(
  { vertices, metres }: Mesh,
  indices: Uint32Array,
  gridFor: (extent: number) => number,
): (LongFrame & { grid: number }) | null {
  const points = Array.from(indices, (index): Vec3 => {
    const at = index * 6
    return [(vertices[at] ?? 0) * metres, (vertices[at + 1] ?? 0) * metres, (vertices[at + 2] ?? 0) * metres]
  })
  const [first = [0, 0, 0]] = points
  const local = points.map((point): Vec3 => [point[0] - first[0], point[1] - first[1], point[2] - first[2]])
  let best = measure(local, [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ])
  if (Math.max(...best.extents) <= LONG) return null
  const most = Math.min(MOST_EDGES, Math.max(8, MOST_MEASURED / local.length))
  let step = Math.max(1, Math.floor(local.length / most))
  // another side of each triangle
  if (step % 3 === 0) step++
  for (let at = 0; at < local.length; at += step) {
    const end = local[at % 3 === 2 ? at - 2 : at + 1] as Vec3
    const axes = findAxes(local[at] as Vec3, end)
    const found = axes && measure(local, axes)
    // clearly smaller ones only: the axes of the mesh are exact
    if (found && found.size < best.size * 0.99) best = found
  }
  const { axes, extents } = best
  const grid = gridFor(Math.max(...extents.map((extent) => (extent > LONG ? 0 : extent))))
  const units = extents.map((extent) => (extent > LONG ? extent / (grid * MOST_STEPS) : 1)) as Vec3
  return {
    origin: first,
    axes: [0, 1, 2].flatMap((row) => axes.map((axis, column) => (axis[row] ?? 0) * (units[column] ?? 1))),
    units,
    grid,
  }
}

/** Axes along an edge, upright as far as they can be. */
function findAxes(from: Vec3, to: Vec3): [Vec3, Vec3, Vec3] | null {
  const along = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
  const across = along && (unit(cross([0, 0, 1], along)) ?? [1, 0, 0])
  return along && across && [along, across, cross(along, across)]
}

/** Extents along axes; their size decides which axes fit best, with a millimetre for flat shapes. */
function measure(points: readonly Vec3[], axes: [Vec3, Vec3, Vec3]) {
  const extents = axes.map((axis) => {
    let low = Infinity
    let high = -Infinity
    for (const point of points) {
      const value = dot(point, axis)
      if (value < low) low = value
      if (value > high) high = value
    }
    return high - low
  })
  return { axes, extents, size: extents.reduce((product, extent) => product * (extent + 1e-3), 1) }
}

/** A mesh in the coordinates of a frame. */
export function toLongFrame(mesh: Mesh, { origin, axes, units }: LongFrame): Mesh {
  const { vertices, metres } = mesh
  const moved = new Float32Array(vertices.length)
  for (let at = 0; at + 5 < vertices.length; at += 6) {
    for (let column = 0; column < 3; column++) {
      const length = units[column] ?? 1
      let place = 0
      let facing = 0
      for (let row = 0; row < 3; row++) {
        const along = axes[row * 3 + column] ?? 0
        place += along * ((vertices[at + row] ?? 0) * metres - (origin[row] ?? 0))
        facing += along * (vertices[at + 3 + row] ?? 0)
      }
      moved[at + column] = place / (length * length)
      // normals are turned back by the inverse of the transposed matrix
      moved[at + 3 + column] = facing
    }
  }
  return { vertices: moved, indices: mesh.indices, metres: 1 }
}

/** Places an offset within a frame into the frame of the mesh. */
export const fromLongFrame = ({ origin, axes }: LongFrame, offset: Vec3): Vec3 =>
  [0, 1, 2].map(
    (row) =>
      (origin[row] ?? 0) +
      (axes[row * 3] ?? 0) * offset[0] +
      (axes[row * 3 + 1] ?? 0) * offset[1] +
      (axes[row * 3 + 2] ?? 0) * offset[2],
  ) as Vec3
