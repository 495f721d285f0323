import type { Box, ChunkInfo } from '@plumbline/bim/model'
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  IntType,
  type IUniform,
  LineSegments,
  Mesh,
  type Object3D,
  RGBAIntegerFormat,
  UnsignedIntType,
} from 'three'
import type { DecodedChunk, DecodedEdges } from './decode.ts'
import { type EdgeTable, type MergedEdges, mergeEdges } from './edges.ts'
import { type ElementState, GHOST, HIDDEN, HOVERED, SELECTED } from './element-state.ts'
import type { ModelFrame } from './frame.ts'
import { computePrefixLength } from './lod.ts'
import { type Materials, RENDER_ORDER, type RenderPass } from './materials.ts'
import { copyIndices, type MergedBuffers, mergeBuffers, type PlacedChunk, TABLE_WIDTH } from './place.ts'
import { unionBoxes } from './vec.ts'

/** Visibility and level of detail of a chunk in one frame. */
export interface ChunkLook {
  /** inside the view frustum */
  visible: boolean
  /** intersected by a clipping plane */
  cut: boolean
  /** metres; smaller instances are skipped */
  smallest_m: number
  edges: boolean
}

/**
 * A model chunk on the GPU: the same vertex buffers drawn in up to six passes, each with its own index range.
 */
export class ModelChunk {
  readonly info: ChunkInfo
  readonly placed: PlacedChunk
  /** size in memory and on the GPU, counted against the memory budget */
  bytes: number
  /** bounding box in local metres */
  readonly box: Box
  /** edges of each geometry; null until they have been computed */
  edges: EdgeTable | null = null
  readonly #table: DataTexture
  readonly #attributes: { place: BufferAttribute; facing: BufferAttribute }
  readonly #materials: Materials
  readonly #uniforms: Record<string, IUniform>
  readonly #parts = new Map<RenderPass, Mesh | LineSegments>()
  #lines: MergedEdges | null = null
  #frame: ModelFrame | null = null
  /** box around the outlined instances, local metres */
  outlined: Box | null = null
  /** which passes have any instance to draw in the current element state */
  #used = { OPAQUE: false, CLEAR: false, GHOSTS: false }

  constructor(decoded: DecodedChunk, info: ChunkInfo, materials: Materials, state: IUniform) {
    const { placed, buffers } = decoded
    this.info = info
    this.placed = placed
    this.bytes = sizeOf(placed) + sizeOf(placed.instances) + sizeOf(placed.geometries) + sizeOf(buffers)
    this.#materials = materials
    this.box = [...placed.tree.bounds.subarray(0, 6)] as Box
    this.#table = new DataTexture(
      buffers.table,
      TABLE_WIDTH,
      buffers.table.length / (TABLE_WIDTH * 4),
      RGBAIntegerFormat,
      UnsignedIntType,
    )
    this.#table.internalFormat = 'RGBA32UI'
    this.#table.needsUpdate = true
    this.#uniforms = { uTable: { value: this.#table }, uState: state }
    this.#attributes = attributesOf(buffers)
    const index = freed(new BufferAttribute(buffers.indices, 1))
    this.#add('OPAQUE', index)
    this.#add('CAPS', index)
    this.#add('CLEAR', index)
    this.#add('GHOSTS', index)
    this.#add('SHADOW', index)
    this.#add('MASK', new BufferAttribute(new Uint32Array(0), 1))
  }

  get objects(): Object3D[] {
    return [...this.#parts].filter(([pass]) => pass !== 'MASK' && pass !== 'SHADOW').map(([, part]) => part)
  }

  /** The mesh that draws the outline mask, null if nothing is outlined. */
  get mask(): Object3D | null {
    const part = this.#parts.get('MASK')
    return part?.visible ? part : null
  }

  #geometry(index: BufferAttribute): BufferGeometry {
    const geometry = new BufferGeometry()
    geometry.setAttribute('place', this.#attributes.place)
    geometry.setAttribute('facing', this.#attributes.facing)
    geometry.setIndex(index)
    return geometry
  }

  #add(pass: RenderPass, index: BufferAttribute): void {
    const geometry = this.#geometry(index)
    const material = this.#materials.forModel(pass, this.#uniforms)
    const part = pass === 'EDGES' ? new LineSegments(geometry, material) : new Mesh(geometry, material)
    part.frustumCulled = false
    part.matrixAutoUpdate = false
    part.matrixWorldAutoUpdate = false
    part.renderOrder = RENDER_ORDER[pass]
    part.visible = false
    if (this.#frame) part.matrixWorld.fromArray(this.#frame.matrix)
    this.#parts.set(pass, part)
  }

  setEdges({ table, merged }: DecodedEdges): void {
    this.edges = table
    this.bytes += sizeOf(table) + sizeOf(merged)
    this.#lines = merged
    const words = this.#table.image.data as Uint32Array
    const floats = new Float32Array(words.buffer, words.byteOffset)
    merged.spacing.forEach((metres, instance) => {
      floats[instance * 16 + 14] = metres
    })
    this.#table.needsUpdate = true
    this.#attributes.facing.array = merged.normals
    this.#attributes.facing.needsUpdate = true
    if (merged.indices.length > 0) this.#add('EDGES', freed(new BufferAttribute(merged.indices, 1)))
    // From here on only the draw ranges are needed; the index and normal data live on the GPU.
    this.#lines = { ...merged, indices: new Uint32Array(0), normals: new Int8Array(0) }
  }

  moveTo(frame: ModelFrame): void {
    this.#frame = frame
    for (const part of this.#parts.values()) part.matrixWorld.fromArray(frame.matrix)
  }

  /** Applies a changed element state: which passes have instances to draw, and which instances are outlined. */
  follow(state: ElementState, frame: ModelFrame): void {
    const { element, count, opaque } = this.placed.instances
    const used = { OPAQUE: false, CLEAR: false, GHOSTS: false }
    const outlined: number[] = []
    for (let instance = 0; instance < count; instance++) {
      const flags = state.data[(element[instance] as number) * 4] ?? 0
      if (flags & HIDDEN) continue
      if (flags & (SELECTED | HOVERED)) outlined.push(instance)
      if (flags & GHOST) used.GHOSTS = true
      else if (instance < opaque) used.OPAQUE = true
      else used.CLEAR = true
    }
    this.#used = used
    this.#setMask(outlined)
    this.moveTo(frame)
  }

  #setMask(instances: number[]): void {
    const part = this.#parts.get('MASK')
    if (!part || (instances.length === 0 && !part.visible)) return
    part.visible = instances.length > 0
    const { box } = this.placed.instances
    this.outlined = instances.reduce<Box | null>(
      (whole, each) => unionBoxes(whole, [...box.subarray(each * 6, each * 6 + 6)] as Box),
      null,
    )
    const { firstIndex } = this.placed.instances
    const sizes = instances.map((each) => (firstIndex[each + 1] as number) - (firstIndex[each] as number))
    const indices = new Uint32Array(sizes.reduce((sum, size) => sum + size, 0))
    let at = 0
    for (const instance of instances) at = copyIndices(this.placed, instance, indices, at)
    // The material is reused: a new one would recompile its shader program.
    disposeIndex(part.geometry)
    part.geometry = this.#geometry(freed(new BufferAttribute(indices, 1)))
  }

  /** The mesh of the opaque instances of at least this radius, to cast a shadow; null if none is shown. */
  castShadow(smallest_m: number): Object3D | null {
    const part = this.#parts.get('SHADOW')
    if (!part || !this.#used.OPAQUE) return null
    const { opaque, radius, firstIndex } = this.placed.instances
    part.geometry.setDrawRange(0, firstIndex[computePrefixLength(radius, 0, opaque, smallest_m)] as number)
    part.visible = true
    return part
  }

  /** Hides all passes until `follow` is called again. */
  conceal(): void {
    for (const part of this.#parts.values()) part.visible = false
  }

  /** Sets the draw ranges of all passes for this frame. */
  show(look: ChunkLook): void {
    const { opaque, count, radius, firstIndex } = this.placed.instances
    const solid = computePrefixLength(radius, 0, opaque, look.smallest_m)
    const clear = computePrefixLength(radius, opaque, count - opaque, look.smallest_m)
    const range = (pass: RenderPass, from: number, to: number, used: boolean) => {
      const part = this.#parts.get(pass)
      if (!part) return
      const start = firstIndex[from] as number
      part.geometry.setDrawRange(start, (firstIndex[to] as number) - start)
      part.visible = look.visible && used && to > from
    }
    range('OPAQUE', 0, solid, this.#used.OPAQUE)
    range('CAPS', 0, solid, this.#used.OPAQUE && look.cut)
    range('CLEAR', opaque, opaque + clear, this.#used.CLEAR)
    // Ghosts are drawn in one range; a second range for small transparent ones is not worth a draw call.
    range('GHOSTS', 0, clear > 0 ? opaque + clear : solid, this.#used.GHOSTS)
    this.#showEdges(look)
  }

  /** Leaves the painted back faces out of this frame: all of them lie behind computed cut faces. */
  hideCaps(): void {
    const caps = this.#parts.get('CAPS')
    if (caps) caps.visible = false
  }

  #showEdges(look: ChunkLook): void {
    const lines = this.#parts.get('EDGES')
    if (!lines || !this.#lines) return
    const count = computePrefixLength(this.#lines.radius, 0, this.#lines.radius.length, look.smallest_m * 2)
    lines.geometry.setDrawRange(0, this.#lines.firstIndex[count] as number)
    const { OPAQUE, CLEAR, GHOSTS } = this.#used
    lines.visible = look.visible && look.edges && count > 0 && (OPAQUE || CLEAR || GHOSTS)
  }

  /** The decoded data of the chunk, rebuilt for re-upload after a lost WebGL context. */
  remade(): { chunk: DecodedChunk; edges: DecodedEdges | null } {
    const { placed, edges: table } = this
    return {
      chunk: { placed, buffers: mergeBuffers(placed) },
      edges: table && { table, merged: mergeEdges(placed, table) },
    }
  }

  dispose(): void {
    for (const part of this.#parts.values()) {
      part.removeFromParent()
      part.geometry.dispose()
      for (const material of [part.material].flat()) material.dispose()
    }
    this.#parts.clear()
    this.#table.dispose()
  }
}

/** Total bytes of an object's typed arrays. */
function sizeOf(holder: object): number {
  return Object.values(holder).reduce(
    (sum: number, value: unknown) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
    0,
  )
}

/** Disposes a geometry's index only: its vertex buffers are shared with other passes. */
function disposeIndex(geometry: BufferGeometry): void {
  geometry.deleteAttribute('place')
  geometry.deleteAttribute('facing')
  geometry.dispose()
}

function attributesOf(buffers: MergedBuffers): { place: BufferAttribute; facing: BufferAttribute } {
  return {
    place: freed(integers(new BufferAttribute(buffers.positions, 4))),
    facing: freed(integers(new BufferAttribute(buffers.normals, 4))),
  }
}

/** Makes three pass the attribute to the shader as integers. */
function integers(attribute: BufferAttribute): BufferAttribute {
  attribute.gpuType = IntType
  return attribute
}

/** Frees the array once it has been uploaded to the GPU. */
function freed(attribute: BufferAttribute): BufferAttribute {
  attribute.onUpload(() => {
    attribute.array = new Uint8Array(0)
  })
  return attribute
}
