import type { Chunk } from '@plumbline/bim/model'
import { type AabbTree, buildAabbTree } from './aabb-tree.ts'

/**
 * Far above the converter's chunk size (250,000 vertices); protects the browser's memory from damaged chunks.
 */
const MOST_PLACED_VERTICES = 1 << 23
const MOST_PLACED_INDICES = 1 << 25
const MOST_ELEMENTS = 1 << 22
/** Larger than any instance count: sort keys are multiplied by it to carry the row index along. */
const PLACES = 1 << 22
/** Instances with a lower alpha are drawn in the transparent pass. */
const OPAQUE_ALPHA = 250

/**
 * A decoded chunk in the viewer's memory: geometries and their instances. Instances are sorted opaque first and
 * by size within each part, largest first, so that a prefix of a part is a level of detail.
 */
export interface PlacedChunk {
  geometries: Chunk['geometries']
  positions: Uint16Array
  normals: Int8Array
  indices: Uint32Array
  instances: {
    count: number
    /** number of opaque instances, which come first */
    opaque: number
    element: Uint32Array
    geometry: Uint32Array
    /** 4 per instance, RGBA */
    color: Uint8Array
    /** 12 per instance, rows of a 3×4 matrix: local metres = M · (quantised position, 1) */
    matrix: Float32Array
    /** half the box's diagonal, metres */
    radius: Float32Array
    /** 6 per instance, local metres */
    box: Float32Array
    /** count + 1 entries: start of each instance in the merged buffers */
    firstVertex: Uint32Array
    firstIndex: Uint32Array
  }
  /** instance indices sorted by element */
  byElement: Uint32Array
  /** bounding volume hierarchy over the instances' boxes */
  tree: AabbTree
}

/** GPU buffers of a chunk: the vertices of all instances, concatenated. */
export interface MergedBuffers {
  /** 4 per vertex: quantised position, low 16 bits of the instance index */
  positions: Uint16Array
  /** 4 per vertex: octahedral normal, bits 16…23 of the instance index, orientation of its shell (shells.ts) */
  normals: Int8Array
  indices: Uint32Array
  /** 16 words per instance, see `instanceTable` */
  table: Uint32Array
}

/**
 * Computes boxes and sizes of a decoded chunk's instances and sorts them. Instances with an invalid matrix are
 * skipped.
 * @throws RangeError when ranges point outside the buffers or the chunk is implausibly large
 */
export function placeChunk(chunk: Chunk): PlacedChunk {
  checkRanges(chunk)
  const rows = usableInstances(chunk)
  const matrix = new Float32Array(rows.length * 12)
  const box = new Float32Array(rows.length * 6)
  const radius = new Float32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    foldMatrix(chunk, rows[at] as number, matrix, at)
    radius[at] = measure(chunk, chunk.instances.geometry[rows[at] as number] as number, matrix, at, box)
  }
  const { order, opaque } = sortedBySize(rows, radius, chunk.instances.color)
  const rowInOrder = order.map((at) => rows[at] as number)
  const element = picked(chunk.instances.element, rowInOrder, 1, Uint32Array)
  const geometry = picked(chunk.instances.geometry, rowInOrder, 1, Uint32Array)
  const boxes = picked(box, order, 6, Float32Array)
  return {
    geometries: chunk.geometries,
    positions: chunk.positions,
    normals: chunk.normals,
    indices: chunk.indices,
    instances: {
      count: order.length,
      opaque,
      element,
      geometry,
      color: picked(chunk.instances.color, rowInOrder, 4, Uint8Array),
      matrix: picked(matrix, order, 12, Float32Array),
      radius: picked(radius, order, 1, Float32Array),
      box: boxes,
      firstVertex: sums(geometry, chunk.geometries.vertexCount, MOST_PLACED_VERTICES),
      firstIndex: sums(geometry, chunk.geometries.indexCount, MOST_PLACED_INDICES),
    },
    byElement: sortedByElement(element),
    tree: buildAabbTree(boxes),
  }
}

/** Copies rows of `width` numbers in the given order. */
function picked<Cells extends Float32Array | Uint32Array | Uint8Array>(
  source: Cells,
  order: Uint32Array,
  width: number,
  Kind: new (length: number) => Cells,
): Cells {
  const target = new Kind(order.length * width)
  for (let to = 0; to < order.length; to++) {
    const from = (order[to] as number) * width
    for (let cell = 0; cell < width; cell++) target[to * width + cell] = source[from + cell] as number
  }
  return target
}

function checkRanges(chunk: Chunk): void {
  const { geometries, indices, instances } = chunk
  const vertices = Math.min(chunk.positions.length / 3, chunk.normals.length / 2)
  for (let row = 0; row < geometries.count; row++) {
    const count = geometries.vertexCount[row] as number
    const from = geometries.firstIndex[row] as number
    const to = from + (geometries.indexCount[row] as number)
    if ((geometries.firstVertex[row] as number) + count > vertices || to > indices.length || (to - from) % 3)
      throw new RangeError('A geometry exceeds the bounds of its chunk')
    for (let at = from; at < to; at++)
      if ((indices[at] as number) >= count)
        throw new RangeError('A triangle refers to a vertex outside its geometry')
  }
  for (let row = 0; row < instances.count; row++)
    if (
      (instances.geometry[row] as number) >= geometries.count ||
      (instances.element[row] as number) >= MOST_ELEMENTS
    )
      throw new RangeError('An instance refers to a missing geometry')
}

function usableInstances(chunk: Chunk): Uint32Array {
  const { matrix, geometry, count } = chunk.instances
  const { scale, offset, indexCount } = chunk.geometries
  const shapes = new Uint8Array(indexCount.length)
  for (let which = 0; which < shapes.length; which++) {
    const usable = indexCount[which] !== 0 && isUsable(scale, which, 1) && isUsable(offset, which * 3, 3)
    shapes[which] = usable ? 1 : 0
  }
  const rows = new Uint32Array(count)
  let used = 0
  for (let row = 0; row < count; row++)
    if (shapes[geometry[row] as number] === 1 && isUsable(matrix, row * 12, 12)) rows[used++] = row
  return rows.subarray(0, used)
}

/** Whether all numbers are within the range of real buildings; false for NaN. */
function isUsable(numbers: Float32Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (!(Math.abs(numbers[at] as number) < 1e9)) return false
  return true
}

/**
 * Folds the geometry's scale and offset into the instance matrix, so that it applies to quantised positions.
 */
function foldMatrix(chunk: Chunk, row: number, into: Float32Array, at: number): void {
  const geometry = chunk.instances.geometry[row] as number
  const scale = chunk.geometries.scale[geometry] as number
  const { offset } = chunk.geometries
  const from = chunk.instances.matrix
  for (let line = 0; line < 3; line++) {
    const source = row * 12 + line * 4
    const to = at * 12 + line * 4
    let moved = from[source + 3] as number
    for (let axis = 0; axis < 3; axis++) {
      into[to + axis] = (from[source + axis] as number) * scale
      moved += (from[source + axis] as number) * (offset[geometry * 3 + axis] as number)
    }
    into[to + 3] = moved
  }
}

/** Writes the box of an instance and returns its radius. */
function measure(
  chunk: Chunk,
  geometry: number,
  matrix: Float32Array,
  at: number,
  box: Float32Array,
): number {
  const first = (chunk.geometries.firstVertex[geometry] as number) * 3
  const end = first + (chunk.geometries.vertexCount[geometry] as number) * 3
  const { positions } = chunk
  let square = 0
  for (let line = 0; line < 3; line++) {
    const row = at * 12 + line * 4
    const x = matrix[row] as number
    const y = matrix[row + 1] as number
    const z = matrix[row + 2] as number
    let low = Infinity
    let high = -Infinity
    for (let q = first; q < end; q += 3) {
      const value =
        x * (positions[q] as number) + y * (positions[q + 1] as number) + z * (positions[q + 2] as number)
      if (value < low) low = value
      if (value > high) high = value
    }
    box[at * 6 + line] = low + (matrix[row + 3] as number)
    box[at * 6 + 3 + line] = high + (matrix[row + 3] as number)
    square += (high - low) ** 2
  }
  return Math.sqrt(square) / 2
}

function isOpaque(color: Uint8Array, row: number): boolean {
  return (color[row * 4 + 3] as number) >= OPAQUE_ALPHA
}

/** Sorts instances: opaque ones first, each part largest first; also returns the number of opaque ones. */
function sortedBySize(
  rows: Uint32Array,
  radius: Float32Array,
  color: Uint8Array,
): { order: Uint32Array; opaque: number } {
  // The bits of non-negative floats sort like the floats; 31 of them and the row index fit exactly into a
  // double.
  const bits = new Uint32Array(radius.buffer, radius.byteOffset, radius.length)
  const keys = new Float64Array(rows.length)
  let opaque = 0
  for (const clear of [false, true]) {
    let at = clear ? opaque : 0
    for (let row = 0; row < rows.length; row++)
      if (isOpaque(color, rows[row] as number) !== clear)
        keys[at++] = (0x7fffffff - (bits[row] as number)) * PLACES + row
    if (!clear) opaque = at
  }
  keys.subarray(0, opaque).sort()
  keys.subarray(opaque).sort()
  return { order: Uint32Array.from(keys, (key) => key % PLACES), opaque }
}

function sortedByElement(element: Uint32Array): Uint32Array {
  const keys = new Float64Array(element.length)
  for (let at = 0; at < keys.length; at++) keys[at] = (element[at] as number) * PLACES + at
  keys.sort()
  return Uint32Array.from(keys, (key) => key % PLACES)
}

function sums(geometry: Uint32Array, counts: Uint32Array, most: number): Uint32Array {
  const first = new Uint32Array(geometry.length + 1)
  let sum = 0
  for (let at = 0; at < geometry.length; at++) {
    first[at] = sum
    sum += counts[geometry[at] as number] as number
    if (sum > most) throw new RangeError('The chunk is too large')
  }
  first[geometry.length] = sum
  return first
}

/** Expands the vertices and triangles of all instances into one set of buffers. */
export function mergeBuffers(placed: PlacedChunk): MergedBuffers {
  const { instances, geometries } = placed
  const { count, firstVertex, firstIndex } = instances
  const positions = new Uint16Array((firstVertex[count] as number) * 4)
  const indices = new Uint32Array(firstIndex[count] as number)
  for (let instance = 0; instance < count; instance++) {
    let target = (firstVertex[instance] as number) * 4
    let source = (geometries.firstVertex[instances.geometry[instance] as number] as number) * 3
    for (const end = (firstVertex[instance + 1] as number) * 4; target < end; target += 4, source += 3) {
      positions[target] = placed.positions[source] as number
      positions[target + 1] = placed.positions[source + 1] as number
      positions[target + 2] = placed.positions[source + 2] as number
      positions[target + 3] = instance & 0xffff
    }
    copyIndices(placed, instance, indices, firstIndex[instance] as number)
  }
  return { positions, normals: mergeNormals(placed, null), indices, table: instanceTable(placed) }
}

/** Normals of the merged vertices; `sides` is the shell orientation of each vertex of the chunk. */
export function mergeNormals(placed: PlacedChunk, sides: Int8Array | null): Int8Array {
  const { instances, geometries } = placed
  const { count, firstVertex } = instances
  const normals = new Int8Array((firstVertex[count] as number) * 4)
  const enclosed = sides ?? new Int8Array(placed.normals.length / 2)
  for (let instance = 0; instance < count; instance++) {
    let target = (firstVertex[instance] as number) * 4
    let source = geometries.firstVertex[instances.geometry[instance] as number] as number
    for (const end = (firstVertex[instance + 1] as number) * 4; target < end; target += 4, source++) {
      normals[target] = placed.normals[source * 2] as number
      normals[target + 1] = placed.normals[source * 2 + 1] as number
      normals[target + 2] = instance >> 16
      normals[target + 3] = enclosed[source] as number
    }
  }
  return normals
}

/** Writes the triangles of an instance, as indices into the merged vertices; returns the end position. */
export function copyIndices(placed: PlacedChunk, instance: number, into: Uint32Array, at: number): number {
  const geometry = placed.instances.geometry[instance] as number
  const base = placed.instances.firstVertex[instance] as number
  const from = placed.geometries.firstIndex[geometry] as number
  const count = placed.geometries.indexCount[geometry] as number
  for (let index = 0; index < count; index++)
    into[at + index] = (placed.indices[from + index] as number) + base
  return at + count
}

/** Width of the instance table texture in texels: 256 instances of 4 texels. */
export const TABLE_WIDTH = 1024

/**
 * 16 words per instance: the matrix as 12 floats, element, colour, edge spacing (metres, float), 1 when
 * mirrored.
 */
function instanceTable(placed: PlacedChunk): Uint32Array {
  const { instances } = placed
  const rows = Math.max(1, Math.ceil((instances.count * 4) / TABLE_WIDTH))
  const table = new Uint32Array(rows * TABLE_WIDTH * 4)
  const floats = new Float32Array(table.buffer)
  const colors = new Uint32Array(instances.color.buffer, instances.color.byteOffset, instances.count)
  for (let instance = 0; instance < instances.count; instance++) {
    const at = instance * 16
    floats.set(instances.matrix.subarray(instance * 12, instance * 12 + 12), at)
    table[at + 12] = instances.element[instance] as number
    table[at + 13] = colors[instance] as number
    table[at + 15] = determinant(instances.matrix, instance * 12) < 0 ? 1 : 0
  }
  return table
}

/** Determinant of a 3×4 matrix's linear part; negative if the matrix mirrors. */
function determinant(m: Float32Array, at: number): number {
  const cell = (row: number, column: number) => m[at + row * 4 + column] as number
  return (
    cell(0, 0) * (cell(1, 1) * cell(2, 2) - cell(1, 2) * cell(2, 1)) -
    cell(0, 1) * (cell(1, 0) * cell(2, 2) - cell(1, 2) * cell(2, 0)) +
    cell(0, 2) * (cell(1, 0) * cell(2, 1) - cell(1, 1) * cell(2, 0))
  )
}
