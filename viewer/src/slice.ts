import type { Vec3 } from '@plumbline/bim/model'
import type { PlacedChunk } from './place.ts'

/** A plane in a model's local metres; points with dot(normal, point) + constant ≥ 0 are kept. */
export interface LocalPlane {
  normal: Vec3
  constant: number
}

/** The line along which a plane cuts an instance. */
export interface Slice {
  /** 3 per node, local metres */
  nodes: number[]
  /** node pairs; directed, so that consistently wound solids lie on one side */
  pairs: number[]
}

/** Larger than any vertex count of a chunk: edge keys combine two vertex numbers. */
const VERTICES = 1 << 24

let scratch = new Float64Array(1024)

/** Whether a plane passes through an instance's box. */
export function crossesBox({ normal, constant }: LocalPlane, box: Float32Array, instance: number): boolean {
  let low = constant
  let high = constant
  for (let axis = 0; axis < 3; axis++) {
    const one = (normal[axis] as number) * (box[instance * 6 + axis] as number)
    const other = (normal[axis] as number) * (box[instance * 6 + 3 + axis] as number)
    low += Math.min(one, other)
    high += Math.max(one, other)
  }
  return low < 0 && high >= 0
}

/** Cuts the triangles of an instance. Null if the plane misses them. */
export function sliceInstance(placed: PlacedChunk, instance: number, plane: LocalPlane): Slice | null {
  const { geometries, positions, indices } = placed
  const geometry = placed.instances.geometry[instance] as number
  const base = geometries.firstVertex[geometry] as number
  const side = computeSides(placed, instance, plane)
  if (!side) return null
  const cutter = new Cutter(
    positions,
    base,
    placed.instances.matrix.subarray(instance * 12, instance * 12 + 12),
    side,
  )
  const first = geometries.firstIndex[geometry] as number
  const end = first + (geometries.indexCount[geometry] as number)
  for (let at = first; at < end; at += 3)
    cutter.cut(indices[at] as number, indices[at + 1] as number, indices[at + 2] as number)
  return cutter.pairs.length > 0 ? cutter : null
}

/** Signed distance of every vertex from the plane; null if all are on one side. Valid until the next call. */
function computeSides(
  placed: PlacedChunk,
  instance: number,
  { normal, constant }: LocalPlane,
): Float64Array | null {
  const { geometries, positions } = placed
  const geometry = placed.instances.geometry[instance] as number
  const base = geometries.firstVertex[geometry] as number
  const count = geometries.vertexCount[geometry] as number
  const m = placed.instances.matrix
  const at = instance * 12
  const along = (column: number) =>
    normal[0] * (m[at + column] as number) +
    normal[1] * (m[at + 4 + column] as number) +
    normal[2] * (m[at + 8 + column] as number)
  const x = along(0)
  const y = along(1)
  const z = along(2)
  const start = along(3) + constant
  if (scratch.length < count) scratch = new Float64Array(count * 2)
  let kept = 0
  for (let vertex = 0, q = base * 3; vertex < count; vertex++, q += 3) {
    const distance =
      x * (positions[q] as number) +
      y * (positions[q + 1] as number) +
      z * (positions[q + 2] as number) +
      start
    scratch[vertex] = distance
    if (distance >= 0) kept++
  }
  return kept === 0 || kept === count ? null : scratch
}

class Cutter implements Slice {
  readonly nodes: number[] = []
  readonly pairs: number[] = []
  readonly #positions: Uint16Array
  readonly #base: number
  readonly #matrix: Float32Array
  readonly #side: Float64Array
  readonly #byEdge = new Map<number, number>()
  readonly #byPosition = new Map<number, number>()

  constructor(positions: Uint16Array, base: number, matrix: Float32Array, side: Float64Array) {
    this.#positions = positions
    this.#base = base
    this.#matrix = matrix
    this.#side = side
  }

  cut(a: number, b: number, c: number): void {
    const inA = (this.#side[a] as number) >= 0
    const inB = (this.#side[b] as number) >= 0
    const inC = (this.#side[c] as number) >= 0
    if (inA === inB && inB === inC) return
    // Two of the three edges cross: one leaves the kept half-space, one returns to it.
    const leaving = inA && !inB ? this.#node(a, b) : inB && !inC ? this.#node(b, c) : this.#node(c, a)
    const returning = !inA && inB ? this.#node(a, b) : !inB && inC ? this.#node(b, c) : this.#node(c, a)
    if (leaving !== returning) this.pairs.push(leaving, returning)
  }

  /** The same number for all vertices at one position: faces with separate vertices share their cut points. */
  #welded(vertex: number): number {
    const at = (this.#base + vertex) * 3
    const key =
      (this.#positions[at] as number) * 2 ** 32 +
      (this.#positions[at + 1] as number) * 2 ** 16 +
      (this.#positions[at + 2] as number)
    const known = this.#byPosition.get(key)
    if (known !== undefined) return known
    this.#byPosition.set(key, vertex)
    return vertex
  }

  #node(one: number, other: number): number {
    const a = this.#welded(one)
    const b = this.#welded(other)
    const key = Math.min(a, b) * VERTICES + Math.max(a, b)
    const known = this.#byEdge.get(key)
    if (known !== undefined) return known
    const node = this.nodes.length / 3
    this.#byEdge.set(key, node)
    const from = this.#side[a] as number
    const t = from / (from - (this.#side[b] as number))
    const q = (axis: number) => {
      const start = this.#positions[(this.#base + a) * 3 + axis] as number
      return start + ((this.#positions[(this.#base + b) * 3 + axis] as number) - start) * t
    }
    const x = q(0)
    const y = q(1)
    const z = q(2)
    const m = this.#matrix
    for (let row = 0; row < 12; row += 4)
      this.nodes.push(
        (m[row] as number) * x +
          (m[row + 1] as number) * y +
          (m[row + 2] as number) * z +
          (m[row + 3] as number),
      )
    return node
  }
}
