import type { Chunk } from '../model.ts'

/** Measures of a shape in its own frame, which hardly depend on how its surface is triangulated. */
export interface ShapeMeasure {
  area: number
  volume: number
  /** centre of the surface */
  centre: [number, number, number]
  /** of the surface about its centre: xx yy zz xy xz yz */
  covariance: [number, number, number, number, number, number]
  box: [number, number, number, number, number, number]
}

interface Corners {
  points: Float64Array
  /** corner numbers of the triangles */
  indices: Uint32Array
}

function readCorners(
  { geometries, positions, indices }: Chunk,
  geometry: number,
  stretch: ArrayLike<number>,
): Corners {
  const firstVertex = geometries.firstVertex[geometry] ?? 0
  const vertices = geometries.vertexCount[geometry] ?? 0
  const firstIndex = geometries.firstIndex[geometry] ?? 0
  const scale = geometries.scale[geometry] ?? 0
  const points = new Float64Array(vertices * 3)
  for (let at = 0; at < points.length; at++)
    points[at] =
      ((geometries.offset[geometry * 3 + (at % 3)] ?? 0) + scale * (positions[firstVertex * 3 + at] ?? 0)) *
      (stretch[at % 3] ?? 1)
  return {
    points,
    indices: indices.subarray(firstIndex, firstIndex + (geometries.indexCount[geometry] ?? 0)),
  }
}

/**
 * Measures one geometry of a chunk.
 * @param stretch factors of the three axes, for an instance that scales them differently
 */
export function measureGeometry(
  chunk: Chunk,
  geometry: number,
  stretch: ArrayLike<number> = [1, 1, 1],
): ShapeMeasure {
  const { points, indices } = readCorners(chunk, geometry, stretch)
  const box: ShapeMeasure['box'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at++) {
    const axis = at % 3
    const value = points[at] ?? 0
    if (value < (box[axis] ?? 0)) box[axis] = value
    if (value > (box[axis + 3] ?? 0)) box[axis + 3] = value
  }
  // about the middle of the box, so that nothing is lost far from the shape's origin
  const middle = [0, 1, 2].map((axis) => ((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2) as [
    number,
    number,
    number,
  ]
  const sums = sumTriangles(points, indices, middle)
  const [area, volume, x, y, z, xx, yy, zz, xy, xz, yz] = sums as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (!(area > 0)) return { area: 0, volume: 0, centre: middle, covariance: [0, 0, 0, 0, 0, 0], box }
  const [cx, cy, cz] = [x / area, y / area, z / area]
  return {
    area,
    volume: Math.abs(volume),
    centre: [middle[0] + cx, middle[1] + cy, middle[2] + cz],
    covariance: [
      xx / area - cx * cx,
      yy / area - cy * cy,
      zz / area - cz * cz,
      xy / area - cx * cy,
      xz / area - cx * cz,
      yz / area - cy * cz,
    ],
    box,
  }
}

/** Area, volume, first and second moments of a triangulated surface about a point. */
function sumTriangles(
  points: Float64Array,
  indices: Uint32Array,
  about: [number, number, number],
): Float64Array {
  const sums = new Float64Array(11)
  const p = new Float64Array(9)
  for (let at = 0; at + 2 < indices.length; at += 3) {
    for (let corner = 0; corner < 9; corner++)
      p[corner] =
        (points[(indices[at + Math.floor(corner / 3)] ?? 0) * 3 + (corner % 3)] ?? 0) -
        (about[corner % 3] ?? 0)
    addTriangle(sums, p as unknown as Nine)
  }
  return sums
}

type Nine = [number, number, number, number, number, number, number, number, number]

function addTriangle(sums: Float64Array, [ax, ay, az, bx, by, bz, cx, cy, cz]: Nine): void {
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2
  const add = (at: number, value: number) => {
    sums[at] = (sums[at] ?? 0) + value
  }
  add(0, area)
  add(1, (ax * nx + ay * ny + az * nz) / 6)
  const [x, y, z] = [ax + bx + cx, ay + by + cy, az + bz + cz]
  add(2, (area * x) / 3)
  add(3, (area * y) / 3)
  add(4, (area * z) / 3)
  // ∫ pq over a triangle: area/12 · (Σp·Σq + Σ pq)
  const w = area / 12
  add(5, w * (x * x + ax * ax + bx * bx + cx * cx))
  add(6, w * (y * y + ay * ay + by * by + cy * cy))
  add(7, w * (z * z + az * az + bz * bz + cz * cz))
  add(8, w * (x * y + ax * ay + bx * by + cx * cy))
  add(9, w * (x * z + ax * az + bx * bz + cx * cz))
  add(10, w * (y * z + ay * az + by * bz + cy * cz))
}

/** Square roots of the eigenvalues of a symmetric 3×3 matrix (xx yy zz xy xz yz), largest first. */
export function computePrincipalSizes(covariance: ArrayLike<number>): [number, number, number] {
  const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = Array.from(covariance)
  const mean = (xx + yy + zz) / 3
  const off = xy * xy + xz * xz + yz * yz
  const spread = (xx - mean) ** 2 + (yy - mean) ** 2 + (zz - mean) ** 2 + 2 * off
  const root = (value: number) => Math.sqrt(Math.max(0, value))
  if (spread <= 1e-24) return [root(mean), root(mean), root(mean)]
  const p = Math.sqrt(spread / 6)
  const [a, b, c] = [(xx - mean) / p, (yy - mean) / p, (zz - mean) / p]
  const [d, e, f] = [xy / p, xz / p, yz / p]
  const half = (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / 2
  const angle = Math.acos(Math.min(1, Math.max(-1, half))) / 3
  const first = mean + 2 * p * Math.cos(angle)
  const last = mean + 2 * p * Math.cos(angle + (2 * Math.PI) / 3)
  return [root(first), root(3 * mean - first - last), root(last)]
}
