import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { packNormal } from './normals.ts'
import { splitTriangles } from './split.ts'

await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready])

/** Finest grid of quantised positions in metres; tiny parts get a finer one. Doubled until the shape fits in 16 bits. */
const GRID = 1e-4
const TINY = 0.05
const TINY_GRID = 1e-6
/** Shapes above this many triangles are simplified, moving no surface by more than this many metres. */
const SIMPLIFY_ABOVE = 100
const SIMPLIFY_ERROR = 5e-4

/** One piece of geometry in its own frame: a vertex is at scale · position, metres, Z up. */
export interface Shape {
  scale: number
  /** 3 per vertex */
  positions: Uint16Array
  /** 2 per vertex, octahedral */
  normals: Int8Array
  indices: Uint32Array
  /** far corner of the box that starts at 0 */
  size: [x: number, y: number, z: number]
}

/** Where a shape goes in the frame of the mesh it was made from. */
export interface Piece {
  shape: number
  offset: [x: number, y: number, z: number]
}

/** A mesh as the geometry engine hands it out: 6 numbers per vertex (position, normal), three indices per triangle. */
export interface Mesh {
  vertices: Float32Array
  indices: Uint32Array
  /** metres per unit of the positions */
  metres: number
}

/**
 * Turns meshes into quantised shapes and keeps each only once: two meshes with the same form share a shape wherever
 * they were modelled.
 */
export class Shapes {
  readonly all: Shape[] = []
  #byHash = new Map<number, number[]>()
  #table = new Int32Array(1024)
  #simplify: boolean

  constructor(simplify: boolean) {
    this.#simplify = simplify
  }

  /**
   * The pieces of a mesh; several when it is large. None when nothing of it has an area, null when it holds a
   * number that is not finite.
   */
  add(mesh: Mesh): Piece[] | null {
    const groups = splitTriangles(mesh)
    if (groups === null) return null
    const pieces: Piece[] = []
    for (const indices of groups) {
      const piece = this.#addGroup(mesh, indices)
      if (piece) pieces.push(piece)
    }
    return pieces
  }

  #addGroup(mesh: Mesh, source: Uint32Array): Piece | null {
    const box = boundsOf(mesh, source)
    const scale = gridFor(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]))
    const welded = this.#weld(mesh, source, box, scale)
    if (welded.indices.length === 0) return null
    const offset: Piece['offset'] = [box[0], box[1], box[2]]
    const hash = hashShape(welded)
    for (const candidate of this.#byHash.get(hash) ?? []) {
      if (sameShape(this.#originals[candidate], welded)) return { shape: candidate, offset }
    }
    const shape = this.all.push(finish(welded, this.#simplify)) - 1
    this.#originals.push(welded)
    const sharing = this.#byHash.get(hash)
    if (sharing) sharing.push(shape)
    else this.#byHash.set(hash, [shape])
    return { shape, offset }
  }

  /** What the shapes were before simplification, to compare new ones with. */
  #originals: Welded[] = []

  /** Quantises, merges equal vertices and drops triangles that have no area left. */
  #weld(mesh: Mesh, source: Uint32Array, box: Bounds, scale: number): Welded {
    const { vertices, metres } = mesh
    let size = 64
    while (size < source.length * 2) size *= 2
    if (this.#table.length < size) this.#table = new Int32Array(size)
    const table = this.#table.subarray(0, size).fill(-1)
    const low = new Uint32Array(source.length)
    const high = new Uint32Array(source.length)
    const indices = new Uint32Array(source.length)
    const remap = new Map<number, number>()
    let count = 0
    const place = (vertex: number): number => {
      const known = remap.get(vertex)
      if (known !== undefined) return known
      const at = vertex * 6
      const x = Math.round(((vertices[at] ?? 0) * metres - box[0]) / scale)
      const y = Math.round(((vertices[at + 1] ?? 0) * metres - box[1]) / scale)
      const z = Math.round(((vertices[at + 2] ?? 0) * metres - box[2]) / scale)
      const normal = packNormal(vertices[at + 3] ?? 0, vertices[at + 4] ?? 0, vertices[at + 5] ?? 0)
      const first = (x | (y << 16)) >>> 0
      const second = (z | (normal << 16)) >>> 0
      let slot = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 0
      for (slot = (slot ^ (slot >>> 15)) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
        const found = table[slot] ?? -1
        if (found < 0) break
        if (low[found] === first && high[found] === second) {
          remap.set(vertex, found)
          return found
        }
      }
      table[slot] = count
      low[count] = first
      high[count] = second
      remap.set(vertex, count)
      return count++
    }
    let kept = 0
    for (let at = 0; at + 2 < source.length; at += 3) {
      const a = place(source[at] ?? 0)
      const b = place(source[at + 1] ?? 0)
      const c = place(source[at + 2] ?? 0)
      if (!hasArea(low, high, a, b, c)) continue
      indices[kept++] = a
      indices[kept++] = b
      indices[kept++] = c
    }
    return { scale, low: low.slice(0, count), high: high.slice(0, count), indices: indices.slice(0, kept) }
  }
}

/** Quantised vertices: x and y in `low`, z and the normal in `high`. */
interface Welded {
  scale: number
  low: Uint32Array
  high: Uint32Array
  indices: Uint32Array
}

type Bounds = [number, number, number, number, number, number]

function boundsOf(mesh: Mesh, indices: Uint32Array): Bounds {
  const { vertices, metres } = mesh
  const box: Bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (const vertex of indices) {
    for (let axis = 0; axis < 3; axis++) {
      const value = (vertices[vertex * 6 + axis] ?? 0) * metres
      if (value < (box[axis] ?? 0)) box[axis] = value
      if (value > (box[axis + 3] ?? 0)) box[axis + 3] = value
    }
  }
  return box
}

function gridFor(extent: number): number {
  let grid = extent < TINY ? TINY_GRID : GRID
  while (extent > grid * 65535) grid *= 2
  return grid
}

function hasArea(low: Uint32Array, high: Uint32Array, a: number, b: number, c: number): boolean {
  const [la = 0, lb = 0, lc = 0] = [low[a], low[b], low[c]]
  const [za, zb, zc] = [(high[a] ?? 0) & 0xffff, (high[b] ?? 0) & 0xffff, (high[c] ?? 0) & 0xffff]
  if ((la === lb && za === zb) || (lb === lc && zb === zc) || (la === lc && za === zc)) return false
  const [xa, ya] = [la & 0xffff, la >>> 16]
  const [ux, uy, uz] = [(lb & 0xffff) - xa, (lb >>> 16) - ya, zb - za]
  const [vx, vy, vz] = [(lc & 0xffff) - xa, (lc >>> 16) - ya, zc - za]
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx
}

function hashShape(welded: Welded): number {
  let hash = Math.imul(welded.low.length, 31) ^ welded.indices.length
  for (const words of [welded.low, welded.high, welded.indices]) {
    for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) ^ (hash >>> 15)
  }
  return hash
}

function sameShape(known: Welded | undefined, other: Welded): boolean {
  return (
    known !== undefined &&
    known.scale === other.scale &&
    sameWords(known.low, other.low) &&
    sameWords(known.high, other.high) &&
    sameWords(known.indices, other.indices)
  )
}

function sameWords(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Simplifies, orders triangles and vertices for the codecs, and lays the columns out as they are stored. */
function finish(welded: Welded, simplify: boolean): Shape {
  const { scale, low, high } = welded
  let indices = welded.indices.slice()
  if (simplify && indices.length > SIMPLIFY_ABOVE * 3) {
    const points = new Float32Array(low.length * 3)
    for (let vertex = 0; vertex < low.length; vertex++) {
      points[vertex * 3] = ((low[vertex] ?? 0) & 0xffff) * scale
      points[vertex * 3 + 1] = ((low[vertex] ?? 0) >>> 16) * scale
      points[vertex * 3 + 2] = ((high[vertex] ?? 0) & 0xffff) * scale
    }
    const [fewer] = MeshoptSimplifier.simplify(indices, points, 3, 0, SIMPLIFY_ERROR, [
      'ErrorAbsolute',
      'LockBorder',
    ])
    if (fewer.length > 0) indices = fewer.slice()
  }
  const [order, count] = MeshoptEncoder.reorderMesh(indices, true, true)
  const shape: Shape = {
    scale,
    positions: new Uint16Array(count * 3),
    normals: new Int8Array(count * 2),
    indices,
    size: [0, 0, 0],
  }
  for (let vertex = 0; vertex < order.length; vertex++) {
    const to = order[vertex] ?? 0
    if (to >= count) continue
    const [first = 0, second = 0] = [low[vertex], high[vertex]]
    shape.positions[to * 3] = first & 0xffff
    shape.positions[to * 3 + 1] = first >>> 16
    shape.positions[to * 3 + 2] = second & 0xffff
    shape.normals[to * 2] = (second >>> 16) & 0xff
    shape.normals[to * 2 + 1] = second >>> 24
  }
  for (let at = 0; at < shape.positions.length; at++) {
    const axis = at % 3
    shape.size[axis] = Math.max(shape.size[axis] ?? 0, (shape.positions[at] ?? 0) * scale)
  }
  return shape
}
