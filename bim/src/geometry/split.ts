import type { Mesh } from './shapes.ts'

/**
 * Maximum width of a mesh in metres: wider ones lose precision in 16 bits and are culled poorly, so they are
 * cut into cells. Measured on roads and rails: half the cell size gains one bit per coordinate and costs a
 * seventh more bytes.
 */
const WIDEST = 209.6
const CELL = 104.8
/** Wide meshes with fewer triangles (plain slabs) are not cut; see long-frames.ts. */
const FEW_TRIANGLES = 64
/** Meshes with more indices are cut regardless of their width, so that chunks stay within their limit. */
const MOST_INDICES = 180_000

/**
 * Groups the triangles of a mesh so that each group becomes one shape; null when a vertex is not finite. Every
 * triangle is in exactly one group, by its centroid.
 */
export function splitTriangles(mesh: Mesh): Uint32Array[] | null {
  const { vertices, metres } = mesh
  const indices = usable(mesh)
  const low = [Infinity, Infinity, Infinity]
  let widest = 0
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity
    let most = -Infinity
    for (let at = axis; at < vertices.length; at += 6) {
      const value = vertices[at] ?? 0
      // NaN is the only value unequal to itself; infinities are detected in the extent.
      if (Number.isNaN(value)) return null
      if (value < least) least = value
      if (value > most) most = value
    }
    low[axis] = least * metres
    widest = Math.max(widest, (most - least) * metres)
  }
  if (vertices.length >= 6 && !Number.isFinite(widest)) return null
  const wide = widest > WIDEST && indices.length > FEW_TRIANGLES * 3
  if (!wide && indices.length <= MOST_INDICES) return [indices]
  const pieces = Math.ceil(indices.length / MOST_INDICES)
  const cell = wide ? Math.min(CELL, widest / Math.cbrt(pieces)) : widest / Math.ceil(Math.cbrt(pieces) + 1)
  return intoCells(mesh, indices, low, Math.max(cell, widest / 1000)).flatMap(bounded)
}

/** Filters out triangles with invalid vertex indices: the engine's output is not trusted. */
function usable(mesh: Mesh): Uint32Array {
  const count = Math.floor(mesh.vertices.length / 6)
  const whole = mesh.indices.length - (mesh.indices.length % 3)
  const indices = mesh.indices.subarray(0, whole)
  let most = 0
  for (let at = 0; at < whole; at++) most = Math.max(most, indices[at] ?? 0)
  if (most < count || whole === 0) return indices
  const kept: number[] = []
  for (let at = 0; at < whole; at += 3) {
    const triangle = [...indices.subarray(at, at + 3)]
    if (triangle.every((index) => index < count)) kept.push(...triangle)
  }
  return Uint32Array.from(kept)
}

function intoCells(mesh: Mesh, indices: Uint32Array, low: number[], cell: number): Uint32Array[] {
  const cells = new Map<number, number[]>()
  for (let at = 0; at < indices.length; at += 3) {
    let key = 0
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0
      for (let corner = 0; corner < 3; corner++)
        sum += mesh.vertices[(indices[at + corner] ?? 0) * 6 + axis] ?? 0
      key = key * 1024 + Math.floor(((sum / 3) * mesh.metres - (low[axis] ?? 0)) / cell)
    }
    const group = cells.get(key)
    if (group) group.push(indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0)
    else cells.set(key, [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0])
  }
  return [...cells.values()].map((group) => Uint32Array.from(group))
}

function bounded(group: Uint32Array): Uint32Array[] {
  const parts: Uint32Array[] = []
  for (let at = 0; at < group.length; at += MOST_INDICES) parts.push(group.subarray(at, at + MOST_INDICES))
  return parts
}
