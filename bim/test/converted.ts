import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CarriedElements, getRunsOf } from '../src/carry/element-runs.ts'
import type { PreviousModel } from '../src/carry/previous-model.ts'
import { type Conversion, convertModel } from '../src/convert.ts'
import type { ConvertOptions } from '../src/convert-options.ts'
import type { Box, Chunk, ChunkInfo, Manifest } from '../src/model.ts'
import { decodeChunk } from '../src/pack.ts'
import { createByteSource } from '../src/source.ts'

const wasm = fileURLToPath(import.meta.resolve('@ifc-lite/wasm/ifc-lite_bg.wasm'))

export interface ConvertedModel extends Conversion {
  artefacts: Map<string, Uint8Array>
  /** artefact names with a hash of their bytes, sorted */
  fingerprint: string[]
}

/** Converts bytes as the server does, but in the current process. */
export async function convertBytes(bytes: Uint8Array, options: ConvertOptions = {}): Promise<ConvertedModel> {
  const artefacts = new Map<string, Uint8Array>()
  const write = (name: string, content: Uint8Array) => void artefacts.set(name, content.slice())
  const secondEngine = async () => new Uint8Array(readFileSync(wasm))
  const conversion = await convertModel(createByteSource(bytes), { write }, { secondEngine, ...options })
  const fingerprint = [...artefacts].map(
    ([name, content]) => `${name} ${createHash('sha256').update(content).digest('hex')}`,
  )
  return { ...conversion, artefacts, fingerprint: fingerprint.sort() }
}

/** The error of a file that cannot be converted, as shown to its uploader. */
export async function getConversionError(
  bytes: Uint8Array,
): Promise<{ code: string; message: string; hint: string; line: number | null }> {
  const outcome = await convertBytes(bytes).catch((error: unknown) => error)
  if (outcome instanceof Error && outcome.name === 'ModelError') return outcome as never
  throw new Error(`Expected a ModelError, got ${outcome instanceof Error ? outcome.stack : 'a model'}`)
}

/** All chunks of one kind, decoded. */
export async function decodeChunks(
  { artefacts, manifest }: ConvertedModel,
  kind: ChunkInfo['kind'],
  isWanted: (info: ChunkInfo) => boolean = () => true,
): Promise<Chunk[]> {
  const carried = readCarried(artefacts, manifest)
  const chunks = manifest.chunks.filter((info) => info.kind === kind && isWanted(info))
  return await Promise.all(
    chunks.map((info) =>
      decodeChunk(artefacts.get(info.file) ?? new Uint8Array(0), getRunsOf(info, carried)),
    ),
  )
}

function readCarried(
  artefacts: Map<string, Uint8Array>,
  { carried_file = '' }: Manifest,
): CarriedElements | null {
  const bytes = artefacts.get(carried_file)
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as CarriedElements) : null
}

/** Prepares a converted model as the previous version of the next conversion. */
export function asPrevious({ manifest, fingerprints, hashes, artefacts }: ConvertedModel): PreviousModel {
  if (!fingerprints) throw new Error('The model has no fingerprints')
  const readChunk = (file: string) => {
    const bytes = artefacts.get(file)
    if (!bytes) throw new Error(`${file} is gone`)
    return bytes
  }
  return { manifest, fingerprints, hashes, carried: readCarried(artefacts, manifest), readChunk }
}

export interface ElementShape {
  box: Box
  /** mean of all placed vertices: detects a hole that moved within the same box */
  middle: [x: number, y: number, z: number]
  vertices: number
}

/** World extent of every element in the chunks, from its placed vertices. */
export function measureElements(chunks: Chunk[], origin: readonly number[]): Map<number, ElementShape> {
  const shapes = new Map<number, ElementShape>()
  for (const chunk of chunks) {
    for (let instance = 0; instance < chunk.instances.count; instance++) {
      const element = chunk.instances.element[instance] ?? 0
      const shape: ElementShape = shapes.get(element) ?? {
        box: [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity],
        middle: [0, 0, 0],
        vertices: 0,
      }
      for (const point of placedVertices(chunk, instance, origin)) {
        shape.vertices++
        for (let axis = 0; axis < 3; axis++) {
          const value = point[axis] ?? 0
          shape.box[axis] = Math.min(shape.box[axis] ?? 0, value)
          shape.box[axis + 3] = Math.max(shape.box[axis + 3] ?? 0, value)
          shape.middle[axis] =
            (shape.middle[axis] ?? 0) + (value - (shape.middle[axis] ?? 0)) / shape.vertices
        }
      }
      shapes.set(element, shape)
    }
  }
  return shapes
}

/** Volume enclosed by the triangles of all elements in cubic metres, negative if they face inwards. */
export function measureVolume(chunks: Chunk[]): number {
  let sixfold = 0
  for (const chunk of chunks) {
    const { geometries, indices, instances } = chunk
    for (let instance = 0; instance < instances.count; instance++) {
      const points = [...placedVertices(chunk, instance, [])]
      const geometry = instances.geometry[instance] ?? 0
      const first = geometries.firstIndex[geometry] ?? 0
      for (let at = first; at < first + (geometries.indexCount[geometry] ?? 0); at += 3) {
        const [a, b, c] = [0, 1, 2].map((corner) => points[indices[at + corner] ?? 0] ?? [])
        const [ax = 0, ay = 0, az = 0] = a ?? []
        const [bx = 0, by = 0, bz = 0] = b ?? []
        const [cx = 0, cy = 0, cz = 0] = c ?? []
        sixfold += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
      }
    }
  }
  return sixfold / 6
}

function* placedVertices(chunk: Chunk, instance: number, origin: readonly number[]): Generator<number[]> {
  const { geometries, positions, instances } = chunk
  const geometry = instances.geometry[instance] ?? 0
  const first = geometries.firstVertex[geometry] ?? 0
  const count = geometries.vertexCount[geometry] ?? 0
  const scale = geometries.scale[geometry] ?? 0
  for (let vertex = first; vertex < first + count; vertex++) {
    const local = [0, 1, 2].map(
      (axis) => (geometries.offset[geometry * 3 + axis] ?? 0) + scale * (positions[vertex * 3 + axis] ?? 0),
    )
    yield [0, 1, 2].map((row) => {
      const cells = instances.matrix.subarray(instance * 12 + row * 4, instance * 12 + row * 4 + 4)
      const placed = local.reduce((sum, part, axis) => sum + part * (cells[axis] ?? 0), cells[3] ?? 0)
      return placed + (origin[row] ?? 0)
    })
  }
}
