import { createHash } from 'node:crypto'
import type { Box, Chunk, ChunkInfo, Vec3 } from '../model.ts'
import { encodeChunk } from '../pack-encode.ts'
import type { DrawingAnalysis } from './analyze-drawing.ts'
import { bisectRows } from './bisect-rows.ts'
import type { ModelDrawing } from './engine.ts'
import type { Shape } from './shapes.ts'

/** Maximum number of placed vertices per chunk: one draw call that every GPU can handle. */
const MOST_VERTICES = 250_000
/** Target size of the shell in bytes, before HTTP compression: the data needed for the first frame. */
const SHELL_BYTES = 300_000
/** Approximate packed size of a vertex, an index and an instance, to choose the shell before encoding it. */
const VERTEX_COST = 6
const INDEX_COST = 1
const INSTANCE_COST = 40

/** An instance of a drawing with the data needed to pack it into a chunk. */
export interface PlacedInstance {
  instance: number
  element: number
  color: number
  kind: ChunkInfo['kind']
  /** bounding sphere radius, metres */
  radius: number
  /** vertex count of its shape */
  vertices: number
  /** centre of its world box */
  centre: Vec3
}

export interface PackedChunk {
  info: ChunkInfo
  bytes: Uint8Array
}

/** World boxes of all instances of a drawing, and the origin of local coordinates. */
type PackedPlaces = Pick<DrawingAnalysis, 'boxes' | 'origin'>

interface PackOptions {
  nameOf: (bytes: Uint8Array, number: number) => string
  /** false: another chunk is the shell */
  hasShell: boolean
}

/** Names a chunk after its content, so that equal chunks of other versions have the same address. */
export const nameByContent = (bytes: Uint8Array): string => `chunk-${hashContent(bytes)}.pack`

export const hashContent = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Names chunks that no other version can share. */
export const nameByNumber = (_: Uint8Array, number: number): string => `chunk-${number}.pack`

/**
 * Packs instances into chunks: first the shell (the largest instances within its size limit), then the rest of
 * the model grouped by location, then spaces and openings.
 */
export function* packChunks(
  drawing: ModelDrawing,
  placed: PlacedInstance[],
  places: PackedPlaces,
  { nameOf, hasShell }: PackOptions = { nameOf: nameByContent, hasShell: true },
): Generator<PackedChunk> {
  const sorted = [...placed].sort(largestFirst)
  const ofKind = (kind: ChunkInfo['kind']) => sorted.filter((each) => each.kind === kind)
  const packer = new Packer(drawing, places, nameOf)
  const [shell, rest] = hasShell ? packer.chooseShell(ofKind('model')) : [[], ofKind('model')]
  if (shell.length > 0) yield packer.pack(shell, 'model')
  for (const group of packer.divide(rest)) yield packer.pack(group, 'model')
  for (const kind of ['spaces', 'openings'] as const)
    for (const group of packer.divide(ofKind(kind))) yield packer.pack(group, kind)
}

class Packer {
  #drawing: ModelDrawing
  #boxes: Float64Array
  #origin: Vec3
  #nameOf: PackOptions['nameOf']
  #chunks = 0

  constructor(drawing: ModelDrawing, { boxes, origin }: PackedPlaces, nameOf: PackOptions['nameOf']) {
    this.#drawing = drawing
    this.#boxes = boxes
    this.#origin = origin
    this.#nameOf = nameOf
  }

  /** Splits off the largest instances that fit into the shell; both parts keep their order. */
  chooseShell(model: PlacedInstance[]): [shell: PlacedInstance[], rest: PlacedInstance[]] {
    const shell: PlacedInstance[] = []
    const rest: PlacedInstance[] = []
    const shapes = new Set<number>()
    let bytes = 0
    let vertices = 0
    for (const each of model) {
      const shape = this.#shape(each)
      const own = each.vertices
      const fresh = shapes.has(this.#shapeIndex(each))
        ? 0
        : own * VERTEX_COST + shape.indices.length * INDEX_COST
      if (bytes + fresh + INSTANCE_COST > SHELL_BYTES || vertices + own > MOST_VERTICES) {
        rest.push(each)
        continue
      }
      bytes += fresh + INSTANCE_COST
      vertices += own
      shapes.add(this.#shapeIndex(each))
      shell.push(each)
    }
    return [shell, rest]
  }

  /** Groups nearby instances within the vertex limit, keeping their order. */
  *divide(instances: PlacedInstance[]): Generator<PlacedInstance[]> {
    const centres = new Float64Array(instances.length * 3)
    const weights = new Uint32Array(instances.length)
    for (const [row, { centre, vertices }] of instances.entries()) {
      centres.set(centre, row * 3)
      weights[row] = vertices
    }
    for (const rows of bisectRows({ centres, weights }, MOST_VERTICES))
      yield Array.from(rows, (row) => instances[row] as PlacedInstance)
  }

  pack(group: PlacedInstance[], kind: ChunkInfo['kind']): PackedChunk {
    const numbers = new Map<number, number>()
    const shapes: Shape[] = []
    for (const each of group) {
      const index = this.#shapeIndex(each)
      if (!numbers.has(index)) numbers.set(index, shapes.push(this.#shape(each)) - 1)
    }
    const chunk: Chunk = { ...layGeometries(shapes), instances: emptyInstances(group.length) }
    const box: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    const counts = shapes.map(countTriangles)
    let vertices = 0
    let triangles = 0
    for (const [row, each] of group.entries()) {
      const number = numbers.get(this.#shapeIndex(each)) ?? 0
      this.#placeInstance(chunk, row, each, number)
      vertices += each.vertices
      triangles += counts[number] ?? 0
      for (let at = 0; at < 6; at++) {
        const value = (this.#boxes[each.instance * 6 + at] ?? 0) - (this.#origin[at % 3] ?? 0)
        box[at] = at < 3 ? Math.min(box[at] ?? 0, value) : Math.max(box[at] ?? 0, value)
      }
    }
    const bytes = encodeChunk(chunk)
    const file = this.#nameOf(bytes, this.#chunks++)
    return {
      bytes,
      info: { file, bytes: bytes.length, kind, box, instances: group.length, vertices, triangles },
    }
  }

  #placeInstance(chunk: Chunk, row: number, each: PlacedInstance, geometry: number): void {
    const { instances } = chunk
    instances.element[row] = each.element
    instances.geometry[row] = geometry
    for (let part = 0; part < 4; part++) instances.color[row * 4 + part] = each.color >>> (part * 8)
    const matrix = this.#drawing.instances.matrix(each.instance)
    for (let cell = 0; cell < 12; cell++) {
      const shift = cell % 4 === 3 ? (this.#origin[cell >> 2] ?? 0) : 0
      instances.matrix[row * 12 + cell] = (matrix[cell] ?? 0) - shift
    }
    instances.radius[row] = each.radius
  }

  #shapeIndex(each: PlacedInstance): number {
    return this.#drawing.instances.shape.at(each.instance)
  }

  #shape(each: PlacedInstance): Shape {
    const shape = this.#drawing.shapes.all[this.#shapeIndex(each)]
    if (!shape) throw new RangeError('An instance refers to a missing shape')
    return shape
  }
}

/** Number of triangles without the marks of cut meshes, which have a repeated corner. */
function countTriangles({ indices }: Shape): number {
  let count = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]]
    if (a !== b && b !== c && c !== a) count++
  }
  return count
}

/** Sort order of instances in a chunk: a prefix is a level of detail. */
function largestFirst(a: PlacedInstance, b: PlacedInstance): number {
  return b.radius - a.radius || a.instance - b.instance
}

function emptyInstances(count: number): Chunk['instances'] {
  return {
    count,
    element: new Uint32Array(count),
    geometry: new Uint32Array(count),
    color: new Uint8Array(count * 4),
    matrix: new Float32Array(count * 12),
    radius: new Float32Array(count),
  }
}

function layGeometries(shapes: Shape[]): Omit<Chunk, 'instances'> {
  const count = shapes.length
  const vertices = shapes.reduce((sum, shape) => sum + shape.positions.length / 3, 0)
  const corners = shapes.reduce((sum, shape) => sum + shape.indices.length, 0)
  const geometries: Chunk['geometries'] = {
    count,
    firstVertex: new Uint32Array(count),
    vertexCount: new Uint32Array(count),
    firstIndex: new Uint32Array(count),
    indexCount: new Uint32Array(count),
    scale: new Float32Array(count),
    offset: new Float32Array(count * 3),
  }
  const positions = new Uint16Array(vertices * 3)
  const normals = new Int8Array(vertices * 2)
  const indices = new Uint32Array(corners)
  let vertex = 0
  let index = 0
  for (const [row, shape] of shapes.entries()) {
    geometries.firstVertex[row] = vertex
    geometries.vertexCount[row] = shape.positions.length / 3
    geometries.firstIndex[row] = index
    geometries.indexCount[row] = shape.indices.length
    geometries.scale[row] = shape.scale
    positions.set(shape.positions, vertex * 3)
    normals.set(shape.normals, vertex * 2)
    indices.set(shape.indices, index)
    vertex += shape.positions.length / 3
    index += shape.indices.length
  }
  return { geometries, positions, normals, indices }
}
