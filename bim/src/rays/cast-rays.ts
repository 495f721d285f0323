import type { Chunk, Vec3 } from '../model.ts'
import { enterBox, type Ray } from './ray.ts'

/** Finds the first triangle on rays through a model, chunk by chunk. */

export interface RayHit {
  /** index into Structure.elements */
  element: number
  /** metres from the ray's origin */
  distance: number
}

/** A ray in the model's local coordinates, with the elements that it may hit. */
export interface ModelRay {
  ray: Ray
  mayHit: (element: number) => boolean
}

/** Largest quantised coordinate of a vertex. */
const LARGEST = 0xffff

/** Rows of the inverse of a 3×4 matrix; null if it has none. */
function invertMatrix(m: ArrayLike<number>, at: number): Float64Array | null {
  const [a = 0, b = 0, c = 0] = [m[at], m[at + 1], m[at + 2]]
  const [d = 0, e = 0, f = 0] = [m[at + 4], m[at + 5], m[at + 6]]
  const [g = 0, h = 0, i = 0] = [m[at + 8], m[at + 9], m[at + 10]]
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (!(Math.abs(determinant) > 1e-18)) return null
  const inverse = [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((value) => value / determinant)
  const move = [m[at + 3] ?? 0, m[at + 7] ?? 0, m[at + 11] ?? 0]
  const rows = new Float64Array(12)
  for (let row = 0; row < 3; row++) {
    const [x = 0, y = 0, z = 0] = inverse.slice(row * 3, row * 3 + 3)
    rows.set([x, y, z, -(x * (move[0] ?? 0) + y * (move[1] ?? 0) + z * (move[2] ?? 0))], row * 4)
  }
  return rows
}

/** The ray in the coordinates of a geometry; distances do not change, so its direction may have any length. */
function placeRay({ origin, direction, near, far }: Ray, m: Float64Array): Ray {
  const turn = (v: Vec3, isPoint: number) =>
    [0, 4, 8].map(
      (at) =>
        (m[at] ?? 0) * v[0] + (m[at + 1] ?? 0) * v[1] + (m[at + 2] ?? 0) * v[2] + isPoint * (m[at + 3] ?? 0),
    ) as Vec3
  return { origin: turn(origin, 1), direction: turn(direction, 0), near, far }
}

/** Distance at which a ray meets a triangle, from either side; infinity if it does not. */
function meetTriangle({ origin, direction, near, far }: Ray, p: Float64Array): number {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = p
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az]
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az]
  // marks of cut meshes have no area, which rounding could give them
  if (ux === vx && uy === vy && uz === vz) return Number.POSITIVE_INFINITY
  const [dx, dy, dz] = direction
  const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx]
  const determinant = ux * px + uy * py + uz * pz
  if (determinant === 0) return Number.POSITIVE_INFINITY
  const [tx, ty, tz] = [origin[0] - ax, origin[1] - ay, origin[2] - az]
  const u = (tx * px + ty * py + tz * pz) / determinant
  if (!(u >= 0 && u <= 1)) return Number.POSITIVE_INFINITY
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux]
  const v = (dx * qx + dy * qy + dz * qz) / determinant
  if (!(v >= 0 && u + v <= 1)) return Number.POSITIVE_INFINITY
  const distance = (vx * qx + vy * qy + vz * qz) / determinant
  return distance >= near && distance <= far ? distance : Number.POSITIVE_INFINITY
}

/** Distance at which a ray meets a geometry of a chunk; infinity if it does not. */
function meetGeometry({ geometries, positions, indices }: Chunk, geometry: number, ray: Ray): number {
  const scale = geometries.scale[geometry] ?? 0
  const offset = [0, 1, 2].map((axis) => geometries.offset[geometry * 3 + axis] ?? 0)
  const box = [...offset, ...offset.map((value) => value + scale * LARGEST)]
  if (!Number.isFinite(enterBox(ray, box, scale))) return Number.POSITIVE_INFINITY
  const first = geometries.firstVertex[geometry] ?? 0
  const from = geometries.firstIndex[geometry] ?? 0
  const to = from + (geometries.indexCount[geometry] ?? 0)
  const corners = new Float64Array(9)
  let nearest = ray
  let found = Number.POSITIVE_INFINITY
  for (let at = from; at + 2 < to; at += 3) {
    for (let corner = 0; corner < 9; corner++) {
      const vertex = first + (indices[at + Math.floor(corner / 3)] ?? 0)
      corners[corner] = (offset[corner % 3] ?? 0) + scale * (positions[vertex * 3 + (corner % 3)] ?? 0)
    }
    const distance = meetTriangle(nearest, corners)
    if (distance >= found) continue
    found = distance
    nearest = { ...ray, far: distance }
  }
  return found
}

/** Updates `hits`, one per ray, with nearer hits in a chunk. */
export function castRaysAtChunk(chunk: Chunk, rays: readonly ModelRay[], hits: (RayHit | null)[]): void {
  const { instances } = chunk
  for (let row = 0; row < instances.count; row++) {
    const element = instances.element[row] ?? 0
    let inverse: Float64Array | null | undefined
    for (const [index, { ray, mayHit }] of rays.entries()) {
      if (!mayHit(element)) continue
      inverse ??= invertMatrix(instances.matrix, row * 12)
      if (!inverse) break
      const far = Math.min(ray.far, hits[index]?.distance ?? ray.far)
      const placed = placeRay({ ...ray, far }, inverse)
      const distance = meetGeometry(chunk, instances.geometry[row] ?? 0, placed)
      if (distance < (hits[index]?.distance ?? Number.POSITIVE_INFINITY)) hits[index] = { element, distance }
    }
  }
}
