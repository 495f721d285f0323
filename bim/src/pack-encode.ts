import { MeshoptEncoder } from 'meshoptimizer/encoder'
import type { Chunk } from './model.ts'
import {
  GEOMETRY_BYTES,
  INSTANCE_BYTES,
  PACK_HEADER_BYTES,
  PACK_MAGIC,
  PACK_VERSION,
  VERTEX_BYTES,
} from './pack.ts'

// Separate from pack.ts to keep the encoder's WebAssembly out of the browser bundle.
await MeshoptEncoder.ready

/**
 * Encodes a chunk in the layout described in pack.ts. Its geometries must be contiguous in the vertex and index
 * buffers.
 * @throws RangeError when they are not
 */
export function encodeChunk(chunk: Chunk): Uint8Array {
  const { geometries, instances } = chunk
  const vertices = chunk.positions.length / 3
  const tables = [
    encodeRows(vertexRows(chunk, vertices), vertices, VERTEX_BYTES),
    encodeIndices(chunk),
    encodeRows(geometryRows(geometries), geometries.count, GEOMETRY_BYTES),
    encodeRows(instanceRows(instances), instances.count, INSTANCE_BYTES),
  ]
  const bytes = new Uint8Array(tables.reduce((sum, table) => sum + table.length, PACK_HEADER_BYTES))
  const view = new DataView(bytes.buffer)
  const words = [PACK_MAGIC, PACK_VERSION, geometries.count, vertices, chunk.indices.length, instances.count]
  words.push(...tables.map((table) => table.length))
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word, true)
  let at = PACK_HEADER_BYTES
  for (const table of tables) {
    bytes.set(table, at)
    at += table.length
  }
  return bytes
}

function encodeRows(rows: Uint8Array, count: number, stride: number): Uint8Array {
  return count === 0 ? new Uint8Array(0) : MeshoptEncoder.encodeVertexBuffer(rows, count, stride)
}

function vertexRows(chunk: Chunk, count: number): Uint8Array {
  const rows = new Uint8Array(count * VERTEX_BYTES)
  const words = new Uint16Array(rows.buffer)
  const bytes = new Int8Array(rows.buffer)
  for (let vertex = 0; vertex < count; vertex++) {
    words[vertex * 4] = chunk.positions[vertex * 3] ?? 0
    words[vertex * 4 + 1] = chunk.positions[vertex * 3 + 1] ?? 0
    words[vertex * 4 + 2] = chunk.positions[vertex * 3 + 2] ?? 0
    bytes[vertex * 8 + 6] = chunk.normals[vertex * 2] ?? 0
    bytes[vertex * 8 + 7] = chunk.normals[vertex * 2 + 1] ?? 0
  }
  return rows
}

function encodeIndices(chunk: Chunk): Uint8Array {
  const { geometries } = chunk
  const indices = new Uint32Array(chunk.indices.length)
  let vertex = 0
  let index = 0
  for (let row = 0; row < geometries.count; row++) {
    if (geometries.firstVertex[row] !== vertex || geometries.firstIndex[row] !== index)
      throw new RangeError(`Geometry ${row} does not follow the previous one`)
    const end = index + (geometries.indexCount[row] ?? 0)
    for (; index < end; index++) indices[index] = (chunk.indices[index] ?? 0) + vertex
    vertex += geometries.vertexCount[row] ?? 0
  }
  if (vertex !== chunk.positions.length / 3 || index !== indices.length)
    throw new RangeError('Vertices or indices belong to no geometry')
  if (indices.length === 0) return new Uint8Array(0)
  return MeshoptEncoder.encodeIndexBuffer(new Uint8Array(indices.buffer), indices.length, 4)
}

function geometryRows(geometries: Chunk['geometries']): Uint8Array {
  const rows = new Uint8Array(geometries.count * GEOMETRY_BYTES)
  const view = new DataView(rows.buffer)
  for (let row = 0; row < geometries.count; row++) {
    const at = row * GEOMETRY_BYTES
    view.setUint32(at, geometries.vertexCount[row] ?? 0, true)
    view.setUint32(at + 4, geometries.indexCount[row] ?? 0, true)
    view.setFloat32(at + 8, geometries.scale[row] ?? 0, true)
    for (let axis = 0; axis < 3; axis++)
      view.setFloat32(at + 12 + axis * 4, geometries.offset[row * 3 + axis] ?? 0, true)
  }
  return rows
}

function instanceRows(instances: Chunk['instances']): Uint8Array {
  const rows = new Uint8Array(instances.count * INSTANCE_BYTES)
  const view = new DataView(rows.buffer)
  for (let row = 0; row < instances.count; row++) {
    const at = row * INSTANCE_BYTES
    view.setUint32(at, instances.element[row] ?? 0, true)
    view.setUint32(at + 4, instances.geometry[row] ?? 0, true)
    rows.set(instances.color.subarray(row * 4, row * 4 + 4), at + 8)
    for (let cell = 0; cell < 12; cell++)
      view.setFloat32(at + 12 + cell * 4, instances.matrix[row * 12 + cell] ?? 0, true)
    view.setFloat32(at + 60, instances.radius[row] ?? 0, true)
  }
  return rows
}
