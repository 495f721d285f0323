import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { findLongFrame, fromLongFrame, toLongFrame } from './long-frames.ts'
import { packNormal } from './normals.ts'
import { findSeams } from './seams.ts'
import { splitTriangles } from './split.ts'

await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready])

/** Finest quantisation grid in metres, except for tiny parts; doubled until the shape fits into 16 bits. */
const GRID = 1e-4
const TINY = 0.05
const TINY_GRID = 1e-6
/** Shapes with more triangles are simplified, with a maximum surface deviation in metres. */
const SIMPLIFY_ABOVE = 100
const SIMPLIFY_ERROR = 5e-4

/** A quantised geometry in its own frame: a vertex is at scale · position, metres, Z up. */
export interface Shape {
  scale: number
  /** 3 per vertex */
  positions: Uint16Array
  /** 2 per vertex, octahedral */
  normals: Int8Array
  indices: Uint32Array
  /** size of its bounding box, which starts at 0 */
  size: [x: number, y: number, z: number]
  /** for a long shape: length of the first axis of its frame, contained in the matrices of its instances */
  axis?: number
}

/** A shape with its offset in the frame of the source mesh. */
export interface ShapePiece {
  shape: number
  offset: [x: number, y: number, z: number]
  /** for a long shape: rows of the 3×3 matrix from its frame into that of the mesh */
  axes?: readonly number[]
}

/** A mesh from the geometry engine: 6 numbers per vertex (position, normal), three indices per triangle. */
export interface Mesh {
  vertices: Float32Array
  indices: Uint32Array
  /** metres per unit of the positions */
  metres: number
}

/**
 * Quantises meshes into shapes and deduplicates them: meshes of the same form share a shape wherever they were
 * modelled.
 */
export class Shapes {
  readonly all: Shape[] = []
  /** content key of each shape, equal for identical shapes in other files */
  readonly contents: string[] = []
  #byContent = new Map<string, number>()
  #welder = new Welder()
  #simplify: boolean

  constructor(simplify: boolean) {
    this.#simplify = simplify
  }

  /**
   * Adds a mesh and returns its pieces; several when it is large. Empty when it has no area, null when it
   * contains a non-finite number.
   */
  add(mesh: Mesh): ShapePiece[] | null {
    const groups = splitTriangles(mesh)
    if (groups === null) return null
    const pieces: ShapePiece[] = []
    const seams = groups.length > 1 ? findSeams(mesh, groups) : null
    for (const [group, indices] of groups.entries()) {
      const piece = this.#addGroup(mesh, indices, seams?.[group] ?? null)
      if (piece) pieces.push(piece)
    }
    return pieces
  }

  /** Adds a shape without searching for an equal one; returns its index. */
  addFinished(shape: Shape): number {
    this.contents.push('')
    return this.all.push(shape) - 1
  }

  /** The cells of a split mesh share one grid: with separate frames they took 40 % more bytes on roads and rails. */
  #addGroup(mesh: Mesh, source: Uint32Array, seams: number[] | null): ShapePiece | null {
    const long = seams ? null : findLongFrame(mesh, source, gridFor)
    const piece = long
      ? this.#addInFrame(toLongFrame(mesh, long), source, [], long)
      : this.#addInFrame(mesh, source, seams ?? [])
    return piece && long ? { ...piece, offset: fromLongFrame(long, piece.offset), axes: long.axes } : piece
  }

  #addInFrame(
    mesh: Mesh,
    source: Uint32Array,
    seams: number[],
    frame?: NonNullable<ReturnType<typeof findLongFrame>>,
  ): ShapePiece | null {
    const box = boundsOf(mesh, source)
    const scale = frame?.grid ?? gridFor(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]))
    const welded = this.#welder.weld(mesh, source, box, scale)
    if (welded.indices.length === 0) return null
    const offset: ShapePiece['offset'] = [box[0], box[1], box[2]]
    const marks = Uint32Array.from(seams, (vertex) => this.#welder.indexOf(vertex))
    // shapes that differ in their units only have different forms
    const content = computeContentKey(welded, marks) + (frame ? `/${frame.units.join()}` : '')
    const known = this.#byContent.get(content)
    if (known !== undefined) return { shape: known, offset }
    const finished = finishShape(welded, this.#simplify, marks, frame?.units)
    const shape = this.all.push(frame ? { ...finished, axis: frame.units[0] } : finished) - 1
    this.#byContent.set(content, shape)
    this.contents.push(content)
    return { shape, offset }
  }
}

/** Quantised vertices: x and y in `low`, z and the normal in `high`. Views that the next weld overwrites. */
interface Welded {
  scale: number
  low: Uint32Array
  high: Uint32Array
  indices: Uint32Array
}

/**
 * Quantises vertices, merges equal ones and drops degenerate triangles. Its buffers are reused between meshes.
 */
class Welder {
  #table = new Int32Array(1024)
  #low = new Uint32Array(1024)
  #high = new Uint32Array(1024)
  #indices = new Uint32Array(1024)
  /** new index of each mesh vertex, valid when its stamp equals the current one */
  #went = new Uint32Array(1024)
  #stamps = new Uint32Array(1024)
  #stamp = 0

  weld(mesh: Mesh, source: Uint32Array, box: Bounds, scale: number): Welded {
    const size = this.#reserve(source.length, mesh.vertices.length / 6)
    const { vertices, metres } = mesh
    const table = this.#table.subarray(0, size).fill(-1)
    const low = this.#low
    const high = this.#high
    const indices = this.#indices
    const went = this.#went
    const stamps = this.#stamps
    const [x0, y0, z0] = box
    const stamp = ++this.#stamp
    let count = 0
    let kept = 0
    for (let at = 0; at < source.length; at++) {
      const vertex = source[at] ?? 0
      if (stamps[vertex] !== stamp) {
        const from = vertex * 6
        const x = Math.round(((vertices[from] ?? 0) * metres - x0) / scale)
        const y = Math.round(((vertices[from + 1] ?? 0) * metres - y0) / scale)
        const z = Math.round(((vertices[from + 2] ?? 0) * metres - z0) / scale)
        const normal = packNormal(vertices[from + 3] ?? 0, vertices[from + 4] ?? 0, vertices[from + 5] ?? 0)
        const first = (x | (y << 16)) >>> 0
        const second = (z | (normal << 16)) >>> 0
        let slot = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
        slot = (slot ^ (slot >>> 15)) & (size - 1)
        let found = table[slot] ?? -1
        while (found >= 0 && (low[found] !== first || high[found] !== second)) {
          slot = (slot + 1) & (size - 1)
          found = table[slot] ?? -1
        }
        if (found < 0) {
          found = count++
          table[slot] = found
          low[found] = first
          high[found] = second
        }
        stamps[vertex] = stamp
        went[vertex] = found
      }
      indices[kept++] = went[vertex] ?? 0
      if (at % 3 === 2 && !hasArea(low, high, indices, kept - 3)) kept -= 3
    }
    return {
      scale,
      low: low.subarray(0, count),
      high: high.subarray(0, count),
      indices: indices.subarray(0, kept),
    }
  }

  /** The index of a vertex of the mesh that was welded last. */
  indexOf(vertex: number): number {
    return this.#went[vertex] ?? 0
  }

  /** Grows the buffers; returns the size of the hash table, a power of two. */
  #reserve(corners: number, vertices: number): number {
    let size = 64
    while (size < corners * 2) size *= 2
    if (this.#table.length < size) this.#table = new Int32Array(size)
    if (this.#indices.length < corners) {
      this.#indices = new Uint32Array(size)
      this.#low = new Uint32Array(size)
      this.#high = new Uint32Array(size)
    }
    if (this.#stamps.length < vertices) {
      this.#stamps = new Uint32Array(vertices * 2)
      this.#went = new Uint32Array(vertices * 2)
    }
    return size
  }
}

type Bounds = [number, number, number, number, number, number]

function boundsOf({ vertices, metres }: Mesh, indices: Uint32Array): Bounds {
  let x0 = Infinity
  let y0 = Infinity
  let z0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let z1 = -Infinity
  for (let at = 0; at < indices.length; at++) {
    const from = (indices[at] ?? 0) * 6
    const x = vertices[from] ?? 0
    const y = vertices[from + 1] ?? 0
    const z = vertices[from + 2] ?? 0
    if (x < x0) x0 = x
    if (y < y0) y0 = y
    if (z < z0) z0 = z
    if (x > x1) x1 = x
    if (y > y1) y1 = y
    if (z > z1) z1 = z
  }
  return [x0 * metres, y0 * metres, z0 * metres, x1 * metres, y1 * metres, z1 * metres]
}

function gridFor(extent: number): number {
  let grid = extent < TINY ? TINY_GRID : GRID
  while (extent > grid * 65535) grid *= 2
  return grid
}

/** Whether the triangle at `at` has an area after quantisation. */
function hasArea(low: Uint32Array, high: Uint32Array, indices: Uint32Array, at: number): boolean {
  const a = indices[at] ?? 0
  const b = indices[at + 1] ?? 0
  const c = indices[at + 2] ?? 0
  const la = low[a] ?? 0
  const lb = low[b] ?? 0
  const lc = low[c] ?? 0
  const za = (high[a] ?? 0) & 0xffff
  const xa = la & 0xffff
  const ya = la >>> 16
  const ux = (lb & 0xffff) - xa
  const uy = (lb >>> 16) - ya
  const uz = ((high[b] ?? 0) & 0xffff) - za
  const vx = (lc & 0xffff) - xa
  const vy = (lc >>> 16) - ya
  const vz = ((high[c] ?? 0) & 0xffff) - za
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx
}

/** Content key of a shape: its sizes and a 64-bit hash of all its data. */
function computeContentKey({ scale, low, high, indices }: Welded, marks: Uint32Array): string {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (const words of [low, high, indices, marks]) {
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? 0
      first = Math.imul(first ^ word, 0x01000193) ^ (first >>> 15)
      second = Math.imul(second ^ word, 0x85ebca6b) ^ (second >>> 13)
    }
  }
  return `${scale}/${low.length}/${indices.length}/${first}/${second}`
}

function addMarks(indices: Uint32Array, marks: Uint32Array): Uint32Array {
  const marked = new Uint32Array(indices.length + marks.length * 1.5)
  marked.set(indices)
  for (let at = 0, to = indices.length; at < marks.length; at += 2, to += 3) {
    const [from = 0, end = 0] = [marks[at], marks[at + 1]]
    marked.set([from, end, end], to)
  }
  return marked
}

/**
 * Simplifies a shape, optimises its triangle and vertex order for the codecs, and lays out its columns for
 * storage.
 * @param marks vertex pairs of edges to other pieces of a mesh, which are marked by triangles without area: no edges are drawn there
 * @param units metres per unit of the axes, in which simplification measures its error
 */
function finishShape(
  welded: Welded,
  simplify: boolean,
  marks: Uint32Array,
  units: readonly number[] = [1, 1, 1],
): Shape {
  const { scale, low, high } = welded
  let indices: Uint32Array = welded.indices.slice()
  if (simplify && indices.length > SIMPLIFY_ABOVE * 3) {
    const points = new Float32Array(low.length * 3)
    const [x = 1, y = 1, z = 1] = units.map((unit) => unit * scale)
    for (let vertex = 0; vertex < low.length; vertex++) {
      points[vertex * 3] = ((low[vertex] ?? 0) & 0xffff) * x
      points[vertex * 3 + 1] = ((low[vertex] ?? 0) >>> 16) * y
      points[vertex * 3 + 2] = ((high[vertex] ?? 0) & 0xffff) * z
    }
    const [fewer] = MeshoptSimplifier.simplify(indices, points, 3, 0, SIMPLIFY_ERROR, [
      'ErrorAbsolute',
      'LockBorder',
    ])
    if (fewer.length > 0) indices = fewer.slice()
  }
  if (marks.length > 0) indices = addMarks(indices, marks)
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
    const first = low[vertex] ?? 0
    const second = high[vertex] ?? 0
    shape.positions[to * 3] = first & 0xffff
    shape.positions[to * 3 + 1] = first >>> 16
    shape.positions[to * 3 + 2] = second & 0xffff
    shape.normals[to * 2] = (second >>> 16) & 0xff
    shape.normals[to * 2 + 1] = second >>> 24
  }
  for (let at = 0; at < shape.positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = shape.positions[at + axis] ?? 0
      if (value > (shape.size[axis] ?? 0)) shape.size[axis] = value
    }
  }
  shape.size = [shape.size[0] * scale, shape.size[1] * scale, shape.size[2] * scale]
  return shape
}
