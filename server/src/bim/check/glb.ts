import { ModelError } from '@plumbline/bim/model'
import { readDracoCounts, readKtx2Pixels } from './compressed-parts.ts'
import { damagedMeshError, tooComplexMeshError } from './mesh-errors.ts'

/** Checks that a GLB (glTF 2.0 in one file) is complete, self-contained and of bounded size before a browser opens it. */

const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942
const MAX_JSON_BYTES = 32_000_000
const MAX_NODES = 200_000
const MAX_VERTICES = 20_000_000
const MAX_TEXTURES = 500
/**
 * limit on pixels of compressed textures, without their mipmaps; a graphics card without their formats needs 4 bytes for
 * each
 */
const MAX_TEXTURE_PIXELS = 200_000_000
/** Bytes at the start of a compressed part that contain its sizes. */
const HEAD_BYTES = 1 << 16
const DRACO = 'KHR_draco_mesh_compression'

interface Primitive {
  attributes?: Record<string, unknown>
  indices?: unknown
  extensions?: Record<string, { bufferView?: unknown } | undefined>
}

interface Gltf {
  asset?: { version?: unknown }
  buffers?: { uri?: unknown; byteLength?: unknown; extensions?: Record<string, unknown> }[]
  images?: { uri?: unknown; bufferView?: unknown; mimeType?: unknown }[]
  bufferViews?: { buffer?: unknown; byteOffset?: unknown; byteLength?: unknown }[]
  accessors?: { count?: unknown; bufferView?: unknown }[]
  meshes?: { primitives?: Primitive[] }[]
  nodes?: { children?: unknown; mesh?: unknown }[]
  textures?: unknown[]
}

const externalFilesError = () =>
  new ModelError(
    'EXTERNAL_FILES',
    'The mesh refers to files that are not in it.',
    'Export it as one GLB file with everything embedded.',
  )

const toArray = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value : [])
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

/** Finds the JSON and BIN chunks; `read` returns `length` bytes at offset `at`. */
function readChunks(read: (at: number, length: number) => Uint8Array, size: number) {
  const view = (at: number) => new DataView(read(at, 8).slice().buffer)
  const head = view(12)
  const jsonBytes = head.byteLength === 8 ? head.getUint32(0, true) : 0
  if (head.byteLength < 8 || head.getUint32(4, true) !== JSON_CHUNK || 20 + jsonBytes > size)
    throw damagedMeshError('its first part is missing')
  if (jsonBytes > MAX_JSON_BYTES) throw tooComplexMeshError('parts')
  const next = view(20 + jsonBytes)
  const hasBin = next.byteLength === 8 && next.getUint32(4, true) === BIN_CHUNK
  const binBytes = hasBin ? next.getUint32(0, true) : 0
  if (28 + jsonBytes + binBytes > size + (hasBin ? 0 : 8)) throw damagedMeshError('its data is cut off')
  return { json: read(20, jsonBytes), binAt: 28 + jsonBytes, binBytes }
}

/** The first bytes of an embedded part. */
type PartReader = (bufferView: unknown) => Uint8Array

const createPartReader =
  (gltf: Gltf, read: (at: number, length: number) => Uint8Array, binAt: number): PartReader =>
  (index) => {
    const part = toArray(gltf.bufferViews)[index as number]
    if (part?.buffer !== 0 || toArray(gltf.buffers)[0]?.uri !== undefined)
      throw damagedMeshError('a compressed part is not in its data')
    return read(binAt + ((part.byteOffset ?? 0) as number), Math.min(HEAD_BYTES, part.byteLength as number))
  }

function parseGltf(bytes: Uint8Array): Gltf {
  try {
    const gltf: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof gltf === 'object' && gltf !== null) return gltf as Gltf
  } catch {
    // falls through to the refusal
  }
  throw damagedMeshError('its description cannot be read')
}

const isEmbedded = (uri: unknown, kind: RegExp) => typeof uri === 'string' && kind.test(uri)

function checkReferences(gltf: Gltf, binBytes: number): void {
  for (const [index, buffer] of toArray(gltf.buffers).entries()) {
    const fallback = Object.keys(buffer.extensions ?? {}).some((name) =>
      name.endsWith('_meshopt_compression'),
    )
    if (buffer.uri !== undefined && !isEmbedded(buffer.uri, /^data:application\//)) throw externalFilesError()
    if (buffer.uri === undefined && index > 0 && !fallback) throw externalFilesError()
    if (index === 0 && buffer.uri === undefined && !fallback && (buffer.byteLength as number) > binBytes + 3)
      throw damagedMeshError('its data is cut off')
  }
  for (const { uri } of toArray(gltf.images))
    if (uri !== undefined && !isEmbedded(uri, /^data:image\/(png|jpeg|webp|ktx2)/)) throw externalFilesError()
  for (const { buffer, byteOffset = 0, byteLength } of toArray(gltf.bufferViews)) {
    const whole = toArray(gltf.buffers)[buffer as number]?.byteLength
    if (!isCount(byteOffset) || !isCount(byteLength) || !isCount(whole) || byteOffset + byteLength > whole)
      throw damagedMeshError('a part points outside of its data')
  }
}

/** Checks that the nodes form a tree: none has two parents or contains itself. */
function checkNodes(gltf: Gltf): void {
  const nodes = toArray(gltf.nodes)
  if (nodes.length > MAX_NODES) throw tooComplexMeshError('parts')
  const parent = new Int32Array(nodes.length).fill(-1)
  for (const [index, node] of nodes.entries())
    for (const child of toArray(node.children as number[] | undefined)) {
      if (!isCount(child) || child >= nodes.length || parent[child] !== -1)
        throw damagedMeshError('its parts do not form a tree')
      parent[child] = index
    }
  for (let start = 0; start < nodes.length; start++) {
    let steps = 0
    for (let at = start; at !== -1; at = parent[at] ?? -1)
      if (++steps > 1000) throw damagedMeshError('its parts do not form a tree')
  }
}

function checkTextures(gltf: Gltf, readPart: PartReader): void {
  if (toArray(gltf.textures).length > MAX_TEXTURES) throw tooComplexMeshError('textures')
  let pixels = 0
  for (const { bufferView, mimeType } of toArray(gltf.images))
    if (mimeType === 'image/ktx2' && bufferView !== undefined) pixels += readKtx2Pixels(readPart(bufferView))
  if (pixels > MAX_TEXTURE_PIXELS) throw tooComplexMeshError('pixels in its textures')
}

/** Counts vertices and triangles over all nodes, each use of a mesh included. */
function countDrawn(gltf: Gltf, readPart: PartReader) {
  const accessors = toArray(gltf.accessors)
  const countOf = (index: unknown) => {
    const count = accessors[index as number]?.count
    if (!isCount(count)) throw damagedMeshError('a shape is missing')
    return count
  }
  const meshes = toArray(gltf.meshes).map(({ primitives }) => {
    let vertices = 0
    let triangles = 0
    for (const { attributes, indices, extensions } of toArray(primitives)) {
      const points = countOf(attributes?.POSITION)
      const faces = Math.floor((indices === undefined ? points : countOf(indices)) / 3)
      const compressed = extensions?.[DRACO]
      const declared = compressed && readDracoCounts(readPart(compressed.bufferView))
      vertices += Math.max(points, declared?.vertices ?? 0)
      triangles += Math.max(faces, declared?.triangles ?? 0)
    }
    return { vertices, triangles }
  })
  const total = { vertices: 0, triangles: 0 }
  for (const { mesh } of toArray(gltf.nodes)) {
    if (mesh === undefined) continue
    const drawn = meshes[mesh as number]
    if (!drawn) throw damagedMeshError('a shape is missing')
    total.vertices += drawn.vertices
    total.triangles += drawn.triangles
  }
  if (total.vertices > MAX_VERTICES || total.triangles > MAX_VERTICES) throw tooComplexMeshError('points')
  if (total.vertices === 0) throw damagedMeshError('it shows nothing')
  return total
}

export function checkGlb(read: (at: number, length: number) => Uint8Array, size: number) {
  const { json, binAt, binBytes } = readChunks(read, size)
  const gltf = parseGltf(json)
  if (!/^2\./.test(String(gltf.asset?.version))) throw damagedMeshError('it is not glTF 2.0')
  checkReferences(gltf, binBytes)
  checkNodes(gltf)
  const readPart = createPartReader(gltf, read, binAt)
  checkTextures(gltf, readPart)
  return { counts: countDrawn(gltf, readPart), warnings: [] }
}
