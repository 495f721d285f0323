import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, Vec3 } from '@plumbline/bim/model'
import { BufferAttribute, BufferGeometry } from 'three'
import { MeshBVH, SAH, type SerializedBVH } from 'three-mesh-bvh'
import { decodePlacedChunk } from '../src/decode.ts'
import type { MergedBuffers, PlacedChunk } from '../src/place.ts'

/** The triangles of a model in local metres and their search tree, in memory that threads share. */
export interface TraceScene {
  /** 3 per vertex */
  positions: Float32Array
  /** 3 per vertex, unit vectors on either side of the surface */
  normals: Float32Array
  /** 4 per vertex, sRGB and opacity */
  colors: Uint8Array
  tree: SerializedBVH
}

/**
 * Elements are grown or shrunk by up to this distance, panes of glass grown by it, so that of faces in one place the same
 * one is always seen: the viewer shifts elements in depth by as much.
 */
const HAIR_M = 0.0007

/** Largest model that is traced: memory is about 150 bytes per triangle. */
const MOST_TRIANGLES = 8_000_000

function shared<Cells extends Float32Array | Uint32Array | Uint8Array>(
  Kind: { new (buffer: SharedArrayBuffer): Cells; BYTES_PER_ELEMENT: number },
  length: number,
): Cells {
  return new Kind(new SharedArrayBuffer(length * Kind.BYTES_PER_ELEMENT))
}

/** Unpacks an octahedral normal, as the vertex shader does. */
function unpackNormal(x: number, y: number): Vec3 {
  const z = 1 - Math.abs(x) - Math.abs(y)
  const fold = Math.max(-z, 0)
  return [x + (x >= 0 ? -fold : fold), y + (y >= 0 ? -fold : fold), z]
}

/** How far an instance is grown: an even spread over elements. */
function computeGrowth({ instances }: PlacedChunk, instance: number): number {
  if (instance >= instances.opaque) return HAIR_M
  const spread = ((instances.element[instance] as number) * 0.618033988749895) % 1
  return (spread * 1.5 - 1) * HAIR_M
}

/** Writes the vertices of a chunk behind `first`. */
function writeVertices(
  scene: Omit<TraceScene, 'tree'>,
  first: number,
  placed: PlacedChunk,
  buffers: MergedBuffers,
): void {
  const { matrix, color, firstVertex, count } = placed.instances
  for (let instance = 0; instance < count; instance++) {
    const cell = (row: number, column: number) => matrix[instance * 12 + row * 4 + column] as number
    const cofactor = (row: number, column: number) => {
      const [a, b] = [(row + 1) % 3, (row + 2) % 3]
      const [c, d] = [(column + 1) % 3, (column + 2) % 3]
      return cell(a, c) * cell(b, d) - cell(a, d) * cell(b, c)
    }
    const turns = [0, 1, 2].map((row) => [0, 1, 2].map((column) => cofactor(row, column)) as Vec3)
    const growth = computeGrowth(placed, instance)
    const rows = [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => cell(row, column)))
    for (
      let vertex = firstVertex[instance] as number;
      vertex < (firstVertex[instance + 1] as number);
      vertex++
    ) {
      const at = vertex * 4
      const [qx = 0, qy = 0, qz = 0] = buffers.positions.subarray(at, at + 3)
      const n = unpackNormal((buffers.normals[at] as number) / 127, (buffers.normals[at + 1] as number) / 127)
      const turned = turns.map((turn) => turn[0] * n[0] + turn[1] * n[1] + turn[2] * n[2])
      const size = Math.hypot(...turned) || 1
      const to = (first + vertex) * 3
      for (let axis = 0; axis < 3; axis++) {
        const [x = 0, y = 0, z = 0, w = 0] = rows[axis] ?? []
        const normal = (turned[axis] as number) / size
        scene.positions[to + axis] = x * qx + y * qy + z * qz + w + normal * growth
        scene.normals[to + axis] = normal
      }
      scene.colors.set(color.subarray(instance * 4, instance * 4 + 4), (first + vertex) * 4)
    }
  }
}

/** Reads the chunks that the viewer draws of a converted model. @throws RangeError when the model is too large */
export async function loadTraceScene(folder: string): Promise<TraceScene & { origin: Vec3 }> {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  if (manifest.counts.triangles > MOST_TRIANGLES) throw new RangeError('The model is too large to be traced')
  const chunks = []
  for (const { file } of manifest.chunks.filter(({ kind, instances }) => kind === 'model' && instances > 0))
    chunks.push(await decodePlacedChunk(readFileSync(join(folder, file))))
  return { ...buildTraceScene(chunks), origin: manifest.origin }
}

export function buildTraceScene(chunks: { placed: PlacedChunk; buffers: MergedBuffers }[]): TraceScene {
  const sum = (sizeOf: (buffers: MergedBuffers) => number) =>
    chunks.reduce((total, { buffers }) => total + sizeOf(buffers), 0)
  const vertices = sum(({ positions }) => positions.length / 4)
  const positions = shared(Float32Array, vertices * 3)
  const normals = shared(Float32Array, vertices * 3)
  const colors = shared(Uint8Array, vertices * 4)
  const index = shared(
    Uint32Array,
    sum(({ indices }) => indices.length),
  )
  let vertex = 0
  let corner = 0
  for (const { placed, buffers } of chunks) {
    writeVertices({ positions, normals, colors }, vertex, placed, buffers)
    for (const each of buffers.indices) index[corner++] = each + vertex
    vertex += buffers.positions.length / 4
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setIndex(new BufferAttribute(index, 1))
  const tree = new MeshBVH(geometry, { strategy: SAH, targetLeafSize: 4, useSharedArrayBuffer: true })
  return { positions, normals, colors, tree: MeshBVH.serialize(tree, { cloneBuffers: false }) }
}

/** The search tree over the scene's shared memory, for one thread. */
export function openTree(scene: TraceScene): MeshBVH {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(scene.positions, 3))
  return MeshBVH.deserialize(scene.tree, geometry)
}
