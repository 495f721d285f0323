import type { Chunk } from '@plumbline/bim/model'
import { type AabbTree, buildTree } from './aabb-tree.ts'

/** Far above the converter's chunks (250,000 vertices); a damaged one must not fill the browser's memory. */
const MOST_PLACED_VERTICES = 1 << 23
const MOST_PLACED_INDICES = 1 << 25
const MOST_ELEMENTS = 1 << 22
/** Below this an instance is drawn with the see-through ones. */
const OPAQUE_ALPHA = 250

/**
 * A chunk as the viewer keeps it in memory: geometry once, and where each instance of it stands. Instances are
 * sorted opaque first, each part largest first, so that a prefix of a part is a level of detail.
 */
export interface PlacedChunk {
  geometries: Chunk['geometries']
  positions: Uint16Array
  normals: Int8Array
  indices: Uint32Array
  instances: {
    count: number
    /** how many of them, from the start, are opaque */
    opaque: number
    element: Uint32Array
    geometry: Uint32Array
    /** 4 per instance, RGBA */
    color: Uint8Array
    /** 12 per instance, rows of a 3×4 matrix: local metres = M · (quantised position, 1) */
    matrix: Float32Array
    /** metres, half of the box's diagonal */
    radius: Float32Array
    /** 6 per instance, local metres */
    box: Float32Array
    /** count + 1 numbers: where each instance starts in the merged buffers */
    firstVertex: Uint32Array
    firstIndex: Uint32Array
  }
  /** instance numbers sorted by element */
  byElement: Uint32Array
  /** over the instances' boxes */
  tree: AabbTree
}

/** What the GPU gets for a chunk: every instance's vertices one after the other. */
export interface MergedBuffers {
  /** 4 per vertex: quantised position, low 16 bits of the instance number */
  positions: Uint16Array
  /** 4 per vertex: octahedral normal, bits 16…23 of the instance number, what its shell encloses (shells.ts) */
  normals: Int8Array
  indices: Uint32Array
  /** 16 words per instance, see `instanceTable` */
  table: Uint32Array
}

/**
 * Sorts a decoded chunk's instances and measures them. Instances with a broken matrix are left out.
 * @throws RangeError when ranges point outside the buffers or the chunk is absurdly large
 */
export function placeChunk(chunk: Chunk): PlacedChunk {
  checkRanges(chunk)
  const rows = usableInstances(chunk)
  const matrix = new Float32Array(rows.length * 12)
  const box = new Float32Array(rows.length * 6)
  const radius = new Float32Array(rows.length)
  rows.forEach((row, at) => {
    foldMatrix(chunk, row, matrix, at)
    radius[at] = measure(chunk, chunk.instances.geometry[row] as number, matrix, at, box)
  })
  const order = sortedBySize(rows, radius, chunk.instances.color)
  const pick = (source: Float32Array, width: number) => {
    const target = new Float32Array(order.length * width)
    order.forEach((from, to) => {
      target.set(source.subarray(from * width, from * width + width), to * width)
    })
    return target
  }
  const rowOf = (at: number) => rows[at] as number
  const element = Uint32Array.from(order, (at) => chunk.instances.element[rowOf(at)] as number)
  const geometry = Uint32Array.from(order, (at) => chunk.instances.geometry[rowOf(at)] as number)
  const color = new Uint8Array(order.length * 4)
  order.forEach((at, to) => {
    color.set(chunk.instances.color.subarray(rowOf(at) * 4, rowOf(at) * 4 + 4), to * 4)
  })
  const boxes = pick(box, 6)
  return {
    geometries: chunk.geometries,
    positions: chunk.positions,
    normals: chunk.normals,
    indices: chunk.indices,
    instances: {
      count: order.length,
      opaque: order.filter((at) => isOpaque(chunk.instances.color, rowOf(at))).length,
      element,
      geometry,
      color,
      matrix: pick(matrix, 12),
      radius: pick(radius, 1),
      box: boxes,
      firstVertex: sums(geometry, chunk.geometries.vertexCount, MOST_PLACED_VERTICES),
      firstIndex: sums(geometry, chunk.geometries.indexCount, MOST_PLACED_INDICES),
    },
    byElement: Uint32Array.from(element.keys()).sort(
      (a, b) => (element[a] as number) - (element[b] as number) || a - b,
    ),
    tree: buildTree(boxes),
  }
}

function checkRanges(chunk: Chunk): void {
  const { geometries, indices, instances } = chunk
  const vertices = Math.min(chunk.positions.length / 3, chunk.normals.length / 2)
  for (let row = 0; row < geometries.count; row++) {
    const count = geometries.vertexCount[row] as number
    const from = geometries.firstIndex[row] as number
    const to = from + (geometries.indexCount[row] as number)
    if ((geometries.firstVertex[row] as number) + count > vertices || to > indices.length || (to - from) % 3)
      throw new RangeError('a geometry reaches outside its chunk')
    for (let at = from; at < to; at++)
      if ((indices[at] as number) >= count) throw new RangeError('a triangle reaches outside its geometry')
  }
  for (let row = 0; row < instances.count; row++)
    if (
      (instances.geometry[row] as number) >= geometries.count ||
      (instances.element[row] as number) >= MOST_ELEMENTS
    )
      throw new RangeError('an instance points at nothing')
}

function usableInstances(chunk: Chunk): number[] {
  const rows: number[] = []
  const { matrix, geometry, count } = chunk.instances
  const { scale, offset, indexCount } = chunk.geometries
  for (let row = 0; row < count; row++) {
    const which = geometry[row] as number
    const placed = matrix.subarray(row * 12, row * 12 + 12).every((value) => Math.abs(value) < 1e9)
    const shape = [scale[which] as number, ...offset.subarray(which * 3, which * 3 + 3)]
    if (placed && shape.every((value) => Math.abs(value) < 1e9) && indexCount[which]) rows.push(row)
  }
  return rows
}

/** Puts the geometry's scale and offset into the instance's matrix, so that it takes quantised positions. */
function foldMatrix(chunk: Chunk, row: number, into: Float32Array, at: number): void {
  const geometry = chunk.instances.geometry[row] as number
  const scale = chunk.geometries.scale[geometry] as number
  const offset = chunk.geometries.offset.subarray(geometry * 3, geometry * 3 + 3)
  for (let line = 0; line < 3; line++) {
    const from = chunk.instances.matrix.subarray(row * 12 + line * 4, row * 12 + line * 4 + 4)
    const to = at * 12 + line * 4
    let moved = from[3] as number
    for (let axis = 0; axis < 3; axis++) {
      into[to + axis] = (from[axis] as number) * scale
      moved += (from[axis] as number) * (offset[axis] as number)
    }
    into[to + 3] = moved
  }
}

/** Writes the instance's box and returns its radius. */
function measure(
  chunk: Chunk,
  geometry: number,
  matrix: Float32Array,
  at: number,
  box: Float32Array,
): number {
  const first = (chunk.geometries.firstVertex[geometry] as number) * 3
  const end = first + (chunk.geometries.vertexCount[geometry] as number) * 3
  let square = 0
  for (let line = 0; line < 3; line++) {
    const row = at * 12 + line * 4
    const [x, y, z] = [matrix[row] as number, matrix[row + 1] as number, matrix[row + 2] as number]
    let low = Infinity
    let high = -Infinity
    for (let q = first; q < end; q += 3) {
      const value =
        x * (chunk.positions[q] as number) +
        y * (chunk.positions[q + 1] as number) +
        z * (chunk.positions[q + 2] as number)
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

function sortedBySize(rows: number[], radius: Float32Array, color: Uint8Array): number[] {
  const clear = rows.map((row) => (isOpaque(color, row) ? 0 : 1))
  return [...rows.keys()].sort(
    (a, b) => (clear[a] as number) - (clear[b] as number) || (radius[b] as number) - (radius[a] as number),
  )
}

function sums(geometry: Uint32Array, counts: Uint32Array, most: number): Uint32Array {
  const first = new Uint32Array(geometry.length + 1)
  let sum = 0
  geometry.forEach((which, at) => {
    first[at] = sum
    sum += counts[which] as number
    if (sum > most) throw new RangeError('the chunk is too large')
  })
  first[geometry.length] = sum
  return first
}

/** Writes every instance's vertices and triangles into one set of buffers. */
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

/** The normals of the merged vertices; `sides` tells for each vertex of the chunk what its shell encloses. */
export function mergeNormals(placed: PlacedChunk, sides: Int8Array | null): Int8Array {
  const { instances, geometries } = placed
  const { count, firstVertex } = instances
  const normals = new Int8Array((firstVertex[count] as number) * 4)
  for (let instance = 0; instance < count; instance++) {
    let target = (firstVertex[instance] as number) * 4
    let source = geometries.firstVertex[instances.geometry[instance] as number] as number
    for (const end = (firstVertex[instance + 1] as number) * 4; target < end; target += 4, source++) {
      normals[target] = placed.normals[source * 2] as number
      normals[target + 1] = placed.normals[source * 2 + 1] as number
      normals[target + 2] = instance >> 16
      normals[target + 3] = sides?.[source] ?? 0
    }
  }
  return normals
}

/** Writes one instance's triangles, counted through the merged vertices; returns where they end. */
export function copyIndices(placed: PlacedChunk, instance: number, into: Uint32Array, at: number): number {
  const geometry = placed.instances.geometry[instance] as number
  const base = placed.instances.firstVertex[instance] as number
  const from = placed.geometries.firstIndex[geometry] as number
  const count = placed.geometries.indexCount[geometry] as number
  for (let index = 0; index < count; index++)
    into[at + index] = (placed.indices[from + index] as number) + base
  return at + count
}

/** Texels of the instance texture's row: 256 instances of 4. */
export const TABLE_WIDTH = 1024

/** 16 words per instance: the matrix as 12 floats, element, colour, face spacing (metres, float), 1 when mirrored. */
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

/** Negative when a 3×4 matrix mirrors. */
function determinant(m: Float32Array, at: number): number {
  const cell = (row: number, column: number) => m[at + row * 4 + column] as number
  return (
    cell(0, 0) * (cell(1, 1) * cell(2, 2) - cell(1, 2) * cell(2, 1)) -
    cell(0, 1) * (cell(1, 0) * cell(2, 2) - cell(1, 2) * cell(2, 0)) +
    cell(0, 2) * (cell(1, 0) * cell(2, 1) - cell(1, 1) * cell(2, 0))
  )
}
