import type { Mesh } from './shapes.ts'

/** Faces that meet at less than this angle are drawn without an edge, see the viewer's edges.ts. */
const CREASE_COS = Math.cos((33 * Math.PI) / 180)
/** Larger than any vertex count: edge keys combine two vertex numbers. */
const VERTICES = 2 ** 26

interface Side {
  group: number
  /** vertices of the mesh */
  from: number
  to: number
  /** index of the triangle's first corner */
  triangle: number
}

/**
 * The edges at which a mesh was cut into groups of triangles, as vertex pairs for each group; those between faces that meet at
 * an angle are left out, because they are visible edges.
 */
export function findSeams({ vertices }: Mesh, groups: readonly Uint32Array[]): number[][] {
  const welded = weldPositions(vertices)
  const groupOf = new Int32Array(welded.length).fill(-1)
  const isShared = new Uint8Array(welded.length)
  for (const [group, indices] of groups.entries())
    for (const index of indices) {
      const vertex = welded[index] as number
      if (groupOf[vertex] === -1) groupOf[vertex] = group
      else if (groupOf[vertex] !== group) isShared[vertex] = 1
    }
  const seams = groups.map((): number[] => [])
  const open = new Map<number, Side>()
  for (const [group, indices] of groups.entries())
    for (let at = 0; at < indices.length; at++) {
      const triangle = at - (at % 3)
      const [from, to] = [indices[at] as number, indices[triangle + ((at + 1) % 3)] as number]
      const [a, b] = [welded[from] as number, welded[to] as number]
      if (isShared[a] === 0 || isShared[b] === 0 || a === b) continue
      const key = Math.min(a, b) * VERTICES + Math.max(a, b)
      const other = open.get(key)
      if (!other) open.set(key, { group, from, to, triangle })
      else if (other.group !== group) {
        const [one, two] = [groups[other.group] as Uint32Array, indices]
        const cos = dot(computeNormal(vertices, one, other.triangle), computeNormal(vertices, two, triangle))
        if (Math.abs(cos) <= CREASE_COS) continue
        seams[other.group]?.push(other.from, other.to)
        seams[group]?.push(from, to)
      }
    }
  return seams
}

/** Maps each vertex to the first one at the same position. */
function weldPositions(vertices: Float32Array): Uint32Array {
  const count = Math.floor(vertices.length / 6)
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)))
  const slots = new Int32Array(size).fill(-1)
  const bits = new Uint32Array(vertices.buffer, vertices.byteOffset, vertices.length)
  const welded = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const [x, y, z] = [
      bits[vertex * 6] as number,
      bits[vertex * 6 + 1] as number,
      bits[vertex * 6 + 2] as number,
    ]
    let slot = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)
    slot = (slot ^ (slot >>> 15)) & (size - 1)
    for (;;) {
      const other = slots[slot] as number
      if (other < 0) slots[slot] = vertex
      else if (bits[other * 6] !== x || bits[other * 6 + 1] !== y || bits[other * 6 + 2] !== z) {
        slot = (slot + 1) & (size - 1)
        continue
      }
      welded[vertex] = other < 0 ? vertex : other
      break
    }
  }
  return welded
}

type Vector = readonly [x: number, y: number, z: number]

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The unit normal of a triangle; zero if it has no area. */
function computeNormal(vertices: Float32Array, indices: Uint32Array, triangle: number): Vector {
  const part = (corner: number, axis: number) =>
    (vertices[(indices[triangle + corner] as number) * 6 + axis] as number) -
    (vertices[(indices[triangle] as number) * 6 + axis] as number)
  const [u, v] = [1, 2].map((corner): Vector => [part(corner, 0), part(corner, 1), part(corner, 2)]) as [
    Vector,
    Vector,
  ]
  const cross: Vector = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const length = Math.hypot(...cross) || 1
  return [cross[0] / length, cross[1] / length, cross[2] / length]
}
