import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { type ElementRuns, findInRuns } from './carry/element-runs.ts'
import { type Chunk, ModelError } from './model.ts'

/**
 * Layout of `chunk-<h>.pack`, little endian:
 *   10 × u32   magic, version, geometries, vertices, indices, instances, then the bytes of the four tables
 *   vertices   8 bytes each: position 3 × u16, normal 2 × i8                        (meshopt vertex codec)
 *   indices    counted through the whole chunk, so that the codec sees one rising run (meshopt index codec)
 *   geometries 24 bytes each: vertex count, index count, scale, offset               (meshopt vertex codec)
 *   instances  64 bytes each: element, geometry, colour, matrix, radius              (meshopt vertex codec)
 */
export const PACK_MAGIC = 0x4b_50_4c_50 // 'PLPK'
export const PACK_VERSION = 1
export const PACK_HEADER_BYTES = 40
export const VERTEX_BYTES = 8
export const GEOMETRY_BYTES = 24
export const INSTANCE_BYTES = 64

/** Limits far above the converter's output; a damaged header must not cause unbounded allocations. */
const MOST_VERTICES = 1 << 24
const MOST_INDICES = 1 << 26
const MOST_ROWS = 1 << 22

interface Header {
  geometries: number
  vertices: number
  indices: number
  instances: number
  tables: [vertices: Uint8Array, indices: Uint8Array, geometries: Uint8Array, instances: Uint8Array]
}

/**
 * Decodes a chunk. Every count, length and reference is validated, so the result can be uploaded to the GPU unchanged.
 * Triangles keep their winding but may start at another corner than before encoding.
 * @param runs for a chunk of an earlier version: the current indices of its elements; instances of deleted elements are
 * dropped
 * @throws ModelError CHUNK_DAMAGED when the bytes are not a complete chunk of this version
 */
export async function decodeChunk(bytes: Uint8Array, runs: ElementRuns | null = null): Promise<Chunk> {
  const header = readHeader(bytes)
  await MeshoptDecoder.ready
  const geometries = readGeometries(header)
  const indices = readIndices(header, geometries)
  const { positions, normals } = readVertices(header)
  const instances = readInstances(header)
  return {
    geometries,
    positions,
    normals,
    indices,
    instances: runs ? carryInstances(instances, runs) : instances,
  }
}

/** The instances of elements that are still there, under their present indices and in the same order. */
function carryInstances(all: Chunk['instances'], runs: ElementRuns): Chunk['instances'] {
  let count = 0
  for (let row = 0; row < all.count; row++) {
    const element = findInRuns(runs, all.element[row] as number)
    if (element < 0) continue
    all.element[count] = element
    all.geometry[count] = all.geometry[row] as number
    all.color.copyWithin(count * 4, row * 4, row * 4 + 4)
    all.matrix.copyWithin(count * 12, row * 12, row * 12 + 12)
    all.radius[count] = all.radius[row] as number
    count++
  }
  return {
    count,
    element: all.element.slice(0, count),
    geometry: all.geometry.slice(0, count),
    color: all.color.slice(0, count * 4),
    matrix: all.matrix.slice(0, count * 12),
    radius: all.radius.slice(0, count),
  }
}

function damaged(what: string): ModelError {
  return new ModelError(
    'CHUNK_DAMAGED',
    `A part of the model is damaged (${what}).`,
    'Reload the page. If it happens again, restart the processing of this version.',
  )
}

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < PACK_HEADER_BYTES) throw damaged('too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (index: number) => view.getUint32(index * 4, true)
  if (word(0) !== PACK_MAGIC) throw damaged('not a chunk')
  if (word(1) !== PACK_VERSION) throw damaged(`version ${word(1)}`)
  const geometries = word(2)
  const vertices = word(3)
  const indices = word(4)
  const instances = word(5)
  if (vertices > MOST_VERTICES || indices > MOST_INDICES || geometries > MOST_ROWS || instances > MOST_ROWS)
    throw damaged('counts out of range')
  if (indices % 3 !== 0) throw damaged('triangles')
  let at = PACK_HEADER_BYTES
  const take = (length: number) => {
    const table = bytes.subarray(at, at + length)
    at += length
    return table
  }
  const tables: Header['tables'] = [take(word(6)), take(word(7)), take(word(8)), take(word(9))]
  if (at !== bytes.length) throw damaged('length')
  return { geometries, vertices, indices, instances, tables }
}

function decodeRows(table: Uint8Array, count: number, stride: number): DataView {
  const rows = new Uint8Array(count * stride)
  if (count > 0) {
    try {
      MeshoptDecoder.decodeVertexBuffer(rows, count, stride, table)
    } catch {
      throw damaged('table')
    }
  } else if (table.length > 0) throw damaged('length')
  return new DataView(rows.buffer)
}

function readGeometries(header: Header): Chunk['geometries'] {
  const { geometries: count } = header
  const rows = decodeRows(header.tables[2], count, GEOMETRY_BYTES)
  const geometries: Chunk['geometries'] = {
    count,
    firstVertex: new Uint32Array(count),
    vertexCount: new Uint32Array(count),
    firstIndex: new Uint32Array(count),
    indexCount: new Uint32Array(count),
    scale: new Float32Array(count),
    offset: new Float32Array(count * 3),
  }
  let vertex = 0
  let index = 0
  for (let row = 0; row < count; row++) {
    const at = row * GEOMETRY_BYTES
    geometries.firstVertex[row] = vertex
    geometries.firstIndex[row] = index
    geometries.vertexCount[row] = rows.getUint32(at, true)
    geometries.indexCount[row] = rows.getUint32(at + 4, true)
    geometries.scale[row] = finite(rows.getFloat32(at + 8, true))
    for (let axis = 0; axis < 3; axis++)
      geometries.offset[row * 3 + axis] = finite(rows.getFloat32(at + 12 + axis * 4, true))
    vertex += rows.getUint32(at, true)
    index += rows.getUint32(at + 4, true)
  }
  if (vertex !== header.vertices || index !== header.indices) throw damaged('geometry table')
  return geometries
}

function readIndices(header: Header, geometries: Chunk['geometries']): Uint32Array {
  const indices = new Uint32Array(header.indices)
  if (header.indices > 0) {
    try {
      MeshoptDecoder.decodeIndexBuffer(new Uint8Array(indices.buffer), header.indices, 4, header.tables[1])
    } catch {
      throw damaged('triangles')
    }
  } else if (header.tables[1].length > 0) throw damaged('length')
  for (let row = 0; row < geometries.count; row++) {
    const first = geometries.firstVertex[row] ?? 0
    const count = geometries.vertexCount[row] ?? 0
    const from = geometries.firstIndex[row] ?? 0
    const to = from + (geometries.indexCount[row] ?? 0)
    for (let at = from; at < to; at++) {
      const local = (indices[at] ?? 0) - first
      if (local < 0 || local >= count) throw damaged('triangles')
      indices[at] = local
    }
  }
  return indices
}

function readVertices(header: Header): { positions: Uint16Array; normals: Int8Array } {
  const count = header.vertices
  const rows = decodeRows(header.tables[0], count, VERTEX_BYTES)
  const words = new Uint16Array(rows.buffer)
  const bytes = new Int8Array(rows.buffer)
  const positions = new Uint16Array(count * 3)
  const normals = new Int8Array(count * 2)
  for (let vertex = 0; vertex < count; vertex++) {
    positions[vertex * 3] = words[vertex * 4] ?? 0
    positions[vertex * 3 + 1] = words[vertex * 4 + 1] ?? 0
    positions[vertex * 3 + 2] = words[vertex * 4 + 2] ?? 0
    normals[vertex * 2] = bytes[vertex * 8 + 6] ?? 0
    normals[vertex * 2 + 1] = bytes[vertex * 8 + 7] ?? 0
  }
  return { positions, normals }
}

function readInstances(header: Header): Chunk['instances'] {
  const { instances: count } = header
  const rows = decodeRows(header.tables[3], count, INSTANCE_BYTES)
  const instances: Chunk['instances'] = {
    count,
    element: new Uint32Array(count),
    geometry: new Uint32Array(count),
    color: new Uint8Array(count * 4),
    matrix: new Float32Array(count * 12),
    radius: new Float32Array(count),
  }
  for (let row = 0; row < count; row++) {
    const at = row * INSTANCE_BYTES
    const geometry = rows.getUint32(at + 4, true)
    if (geometry >= header.geometries) throw damaged('instance table')
    instances.element[row] = rows.getUint32(at, true)
    instances.geometry[row] = geometry
    for (let part = 0; part < 4; part++) instances.color[row * 4 + part] = rows.getUint8(at + 8 + part)
    for (let cell = 0; cell < 12; cell++)
      instances.matrix[row * 12 + cell] = finite(rows.getFloat32(at + 12 + cell * 4, true))
    instances.radius[row] = finite(rows.getFloat32(at + 60, true))
  }
  return instances
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw damaged('a number')
  return value
}
