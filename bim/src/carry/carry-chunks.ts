import type { ModelDrawing } from '../geometry/engine.ts'
import { computeWorldBox } from '../geometry/instances.ts'
import type { Shape } from '../geometry/shapes.ts'
import type { Box, Chunk, ChunkInfo } from '../model.ts'
import { decodeChunk } from '../pack.ts'
import { type ElementRuns, encodeRuns, findInRuns, getRunsOf } from './element-runs.ts'
import type { PreviousModel } from './previous-model.ts'

/** Share of a chunk's vertices that must still be shown; below it the chunk is packed again without the rest. */
const LEAST_SHOWN = 0.7
/** Limit on the number of earlier versions with reused chunks; beyond it the whole model is packed again. */
const MOST_ORIGINS = 24

/** The chunks and elements that a new version reuses from the previous version. */
export interface CarriedChunks {
  /** unchanged chunks, the shell first */
  kept: ChunkInfo[]
  origins: ElementRuns[]
  /** elements in kept chunks of the model, without spaces and openings */
  elements: Set<number>
  instances: number
  /** local box of everything in kept chunks, without openings; null when there is none */
  box: Box | null
}

/** Data for packing reused and newly drawn instances together. */
export interface CarryTarget {
  drawing: ModelDrawing
  /** the new index of each element of the previous version, -1 for none */
  to: Int32Array
  /** entity numbers by element */
  ids: Uint32Array
  /** vertices that were drawn, by kind */
  drawn: Record<ChunkInfo['kind'], number>
}

interface MeasuredChunk {
  old: ChunkInfo
  /** the part of the chunk that is still shown */
  info: ChunkInfo
  elements: Set<number>
  isKept: boolean
}

/**
 * Decides which chunks of the previous version are reused unchanged: those whose elements are mostly still shown. All other
 * chunks, and chunks smaller than the new ones, are unpacked into the drawing and packed again together with the new shapes,
 * so that the number of chunks grows with the logarithm of the number of versions. Reads one chunk at a time.
 * @throws ModelError, RangeError when a chunk is damaged
 */
export async function carryChunks(previous: PreviousModel, target: CarryTarget): Promise<CarriedChunks> {
  const chunks: MeasuredChunk[] = []
  for (const info of previous.manifest.chunks) chunks.push(await measureChunk(previous, info, target.to))
  chooseKept(chunks, target.drawn)
  const origins = new Set(chunks.filter(({ isKept }) => isKept).map(({ old }) => old.carried))
  if (origins.size > MOST_ORIGINS) for (const chunk of chunks) chunk.isKept = false
  for (const { old, info, isKept } of chunks)
    if (!isKept && info.instances > 0) await dissolveChunk(previous, old, target)
  return gatherKept(
    previous,
    chunks.filter(({ isKept }) => isKept),
    target.to,
  )
}

async function readRows(previous: PreviousModel, info: ChunkInfo, to: Int32Array) {
  const chunk = await decodeChunk(previous.readChunk(info.file))
  const runs = getRunsOf(info, previous.carried)
  const laterOf = (row: number) => {
    const born = chunk.instances.element[row] as number
    return to[runs ? findInRuns(runs, born) : born] ?? -1
  }
  return { chunk, laterOf }
}

async function measureChunk(previous: PreviousModel, old: ChunkInfo, to: Int32Array): Promise<MeasuredChunk> {
  const { chunk, laterOf } = await readRows(previous, old, to)
  const info: ChunkInfo = { ...old, box: [...EMPTY], instances: 0, vertices: 0, triangles: 0 }
  const elements = new Set<number>()
  const shapes = new Map<number, Shape>()
  let vertices = 0
  for (let row = 0; row < chunk.instances.count; row++) {
    const geometry = chunk.instances.geometry[row] as number
    const own = chunk.geometries.vertexCount[geometry] as number
    vertices += own
    const element = laterOf(row)
    if (element < 0) continue
    elements.add(element)
    info.instances++
    info.vertices += own
    info.triangles += (chunk.geometries.indexCount[geometry] as number) / 3
    const shape = shapes.get(geometry) ?? viewShape(chunk, geometry)
    shapes.set(geometry, shape)
    uniteBox(info.box, computeWorldBox(shape, matrixOf(chunk, row)))
  }
  return { old, info, elements, isKept: info.vertices >= LEAST_SHOWN * vertices && info.instances > 0 }
}

const EMPTY: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

function uniteBox(box: Box, other: Box): void {
  for (let at = 0; at < 3; at++) {
    box[at] = Math.min(box[at] as number, other[at] as number)
    box[at + 3] = Math.max(box[at + 3] as number, other[at + 3] as number)
  }
}

function chooseKept(chunks: MeasuredChunk[], drawn: CarryTarget['drawn']): void {
  const [shell, ...others] = chunks
  // the largest elements have to be found again
  if (shell && !shell.isKept) for (const chunk of others) chunk.isKept = false
  for (const kind of ['model', 'spaces', 'openings'] as const) {
    const own = others.filter(({ info }) => info.kind === kind)
    let fresh = drawn[kind]
    for (const { info, isKept } of own) if (!isKept) fresh += info.vertices
    const kept = own.filter(({ isKept }) => isKept).sort((a, b) => a.info.vertices - b.info.vertices)
    for (const chunk of kept) {
      if (chunk.info.vertices > fresh) break
      chunk.isKept = false
      fresh += chunk.info.vertices
    }
  }
}

/** Adds the elements of a chunk that are still shown to the drawing. */
async function dissolveChunk(previous: PreviousModel, info: ChunkInfo, target: CarryTarget): Promise<void> {
  const { drawing, to, ids } = target
  const { chunk, laterOf } = await readRows(previous, info, to)
  const { origin } = previous.manifest
  const added = new Map<number, number>()
  for (let row = 0; row < chunk.instances.count; row++) {
    const element = laterOf(row)
    if (element < 0) continue
    const geometry = chunk.instances.geometry[row] as number
    const shape = added.get(geometry) ?? drawing.shapes.addFinished(copyShape(chunk, geometry))
    added.set(geometry, shape)
    const matrix = matrixOf(chunk, row)
    for (let axis = 0; axis < 3; axis++)
      matrix[axis * 4 + 3] = (matrix[axis * 4 + 3] ?? 0) + (origin[axis] ?? 0)
    const [r = 0, g = 0, b = 0, a = 0] = chunk.instances.color.subarray(row * 4, row * 4 + 4)
    const color = (r | (g << 8) | (b << 16) | (a << 24)) >>> 0
    const id = ids[element] as number
    drawing.instances.add(id, { shape, offset: [0, 0, 0] }, color, matrix)
    if (info.kind === 'openings') drawing.openings.add(id)
  }
}

/** A geometry as a shape that shares the chunk's buffers. */
function viewShape({ geometries, positions, normals, indices }: Chunk, geometry: number): Shape {
  const first = geometries.firstVertex[geometry] as number
  const past = first + (geometries.vertexCount[geometry] as number)
  const corner = geometries.firstIndex[geometry] as number
  const scale = geometries.scale[geometry] as number
  const own = positions.subarray(first * 3, past * 3)
  const size: Shape['size'] = [0, 0, 0]
  for (let at = 0; at < own.length; at += 3)
    for (let axis = 0; axis < 3; axis++)
      size[axis] = Math.max(size[axis] as number, (own[at + axis] as number) * scale)
  return {
    scale,
    positions: own,
    normals: normals.subarray(first * 2, past * 2),
    indices: indices.subarray(corner, corner + (geometries.indexCount[geometry] as number)),
    size,
  }
}

function copyShape(chunk: Chunk, geometry: number): Shape {
  const shape = viewShape(chunk, geometry)
  const { positions, normals, indices } = shape
  return { ...shape, positions: positions.slice(), normals: normals.slice(), indices: indices.slice() }
}

/** The matrix of an instance, applied to its geometry without offset. */
function matrixOf({ instances, geometries }: Chunk, row: number): Float64Array {
  const matrix = Float64Array.from(instances.matrix.subarray(row * 12, row * 12 + 12))
  const geometry = instances.geometry[row] as number
  const [x = 0, y = 0, z = 0] = geometries.offset.subarray(geometry * 3, geometry * 3 + 3)
  for (let at = 0; at < 12; at += 4)
    matrix[at + 3] =
      (matrix[at + 3] as number) +
      (matrix[at] as number) * x +
      (matrix[at + 1] as number) * y +
      (matrix[at + 2] as number) * z
  return matrix
}

function gatherKept(previous: PreviousModel, chunks: MeasuredChunk[], to: Int32Array): CarriedChunks {
  const found: CarriedChunks = { kept: [], origins: [], elements: new Set(), instances: 0, box: null }
  const numbers = new Map<number | undefined, number>()
  for (const { old, info, elements } of chunks) {
    let carried = numbers.get(old.carried)
    if (carried === undefined) {
      const runs = getRunsOf(old, previous.carried)
      carried = found.origins.push(runs ? carryRuns(runs, to) : encodeRuns(to)) - 1
      numbers.set(old.carried, carried)
    }
    found.kept.push({ ...info, carried })
    found.instances += info.instances
    if (info.kind === 'openings') continue
    for (const element of elements) found.elements.add(element)
    found.box ??= [...EMPTY]
    uniteBox(found.box, info.box)
  }
  return found
}

/** Continues runs from an earlier version to the previous one up to the current version. */
function carryRuns(runs: ElementRuns, to: Int32Array): ElementRuns {
  const past = (runs.at(-3) ?? 0) + (runs.at(-2) ?? 0)
  const whole = new Int32Array(past).fill(-1)
  for (let at = 0; at < runs.length; at += 3) {
    const [first = 0, count = 0, target = 0] = runs.slice(at, at + 3)
    for (let each = 0; each < count; each++) whole[first + each] = to[target + each] ?? -1
  }
  return encodeRuns(whole)
}
