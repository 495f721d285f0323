import type { CarriedElements } from '@plumbline/bim/carry/element-runs'
import type { Box, ChunkInfo, Manifest, Structure } from '@plumbline/bim/model'
import { DataTexture, type IUniform, RGBAIntegerFormat, UnsignedByteType } from 'three'
import { ModelChunk } from './chunk.ts'
import type { DecodedChunk } from './decode.ts'
import { ElementState, STATE_WIDTH } from './element-state.ts'
import { IDENTITY_PLACEMENT, ModelFrame, type ModelPlacement } from './frame.ts'
import type { Materials } from './materials.ts'
import { moveBox, unionBoxes } from './vec.ts'

/** A converted model to load: its manifest and the callbacks that fetch the rest. */
export interface ModelSource {
  id: string
  manifest: Manifest
  /** names, tree and GlobalIds; may arrive after the first frame, or later by `Model.setStructure` */
  structure?: Structure | Promise<Structure>
  /** Fetches a chunk; may report its download progress in bytes. */
  chunk: (file: string, signal: AbortSignal, onBytes: (loaded: number) => void) => Promise<Uint8Array>
  /** Fetches where the elements of chunks from earlier versions are; called if the manifest has such chunks. */
  carried?: (signal: AbortSignal) => Promise<CarriedElements>
}

/** Chunks that are drawn on demand. */
export type OptionalKind = Exclude<ChunkInfo['kind'], 'model'>

/** One element of one loaded model. */
export interface ElementRef {
  model: string
  /** index into the model's Structure.elements */
  element: number
}

/** The elements of a chunk and the local box of each instance; retained when the chunk itself is evicted. */
interface Known {
  kind: ChunkInfo['kind']
  element: Uint32Array
  /** 6 numbers per instance */
  box: Float32Array
}

/** A model in the scene: its chunks, element state and structure. */
export class Model {
  readonly id: string
  readonly manifest: Manifest
  readonly state: ElementState
  structure: Structure | null = null
  /** resolves when the first chunk (the largest elements) is visible */
  shown: Promise<void> = Promise.resolve()
  /** resolves when everything is loaded; rejects with the first failure */
  ready: Promise<void> = Promise.resolve()
  readonly chunks: ModelChunk[] = []
  /** boxes of the elements that consist of lines; null until they are loaded */
  lineBoxes: Pick<Known, 'element' | 'box'> | null = null
  readonly #known = new Map<string, Known>()
  readonly #materials: Materials
  readonly #texture: IUniform<DataTexture>
  #setting: ModelPlacement
  #frame: ModelFrame
  #revision = -1
  #guids: Map<string, number[]> | null = null
  #children: Map<number, number[]> | null = null
  readonly #optional = new Set<ChunkInfo['kind']>()

  constructor(source: ModelSource, materials: Materials, setting: ModelPlacement = IDENTITY_PLACEMENT) {
    this.id = source.id
    this.manifest = source.manifest
    this.#setting = setting
    this.#frame = new ModelFrame(source.manifest.origin, setting)
    this.#materials = materials
    this.state = new ElementState(Math.max(1, Math.min(source.manifest.counts.elements, 1 << 22)))
    if (source.structure && !(source.structure instanceof Promise)) this.setStructure(source.structure)
    this.#texture = { value: stateTexture(this.state) }
  }

  /** Transform from local coordinates to the scene. */
  get frame(): ModelFrame {
    return this.#frame
  }

  get setting(): ModelPlacement {
    return this.#setting
  }

  /** Moves the model in the scene. */
  set setting(setting: ModelPlacement) {
    this.#setting = setting
    this.#frame = new ModelFrame(this.manifest.origin, setting)
    this.#revision = -1
  }

  /** Box around the whole model in the scene, null if it is empty. */
  get box(): Box | null {
    const { box, origin } = this.manifest
    if (!box?.every(Number.isFinite)) return null
    return this.#frame.box(moveBox(box, [-origin[0], -origin[1], -origin[2]]))
  }

  /** Like `box`, with the lines. */
  get extent(): Box | null {
    const root = this.lineBoxes?.box
    let whole = this.box
    for (let at = 0; root && at < root.length; at += 6)
      whole = unionBoxes(whole, this.#frame.box([...root.subarray(at, at + 6)] as Box))
    return whole
  }

  /** Whether rooms or openings are drawn. */
  shows(kind: OptionalKind): boolean {
    return this.#optional.has(kind)
  }

  /** The element state on the GPU, shared by everything that draws elements. */
  get stateUniform(): IUniform {
    return this.#texture
  }

  #takesPart(kind: ChunkInfo['kind']): boolean {
    return kind === 'model' || this.#optional.has(kind)
  }

  /** The loaded chunks that are drawn and can be picked. */
  get drawn(): ModelChunk[] {
    return this.chunks.filter((chunk) => this.#takesPart(chunk.info.kind))
  }

  /** The elements of all drawable chunks, including evicted ones. */
  get known(): Known[] {
    return [...this.#known.values()].filter(({ kind }) => this.#takesPart(kind))
  }

  /** Whether a chunk has been loaded before, even if it was evicted since. */
  knows(file: string): boolean {
    return this.#known.has(file)
  }

  /** The manifest entries of all chunks that should be drawn. */
  get wanted(): ChunkInfo[] {
    return this.manifest.chunks.filter(({ kind, instances }) => this.#takesPart(kind) && instances > 0)
  }

  setStructure(structure: Structure): void {
    this.structure = structure
    this.#guids = null
    this.#children = null
    this.state.reserve(structure.elements.guid.length)
  }

  add(decoded: DecodedChunk, info: ChunkInfo): ModelChunk {
    const chunk = new ModelChunk(decoded, info, this.#materials, this.#texture)
    const { element, box } = decoded.placed.instances
    this.state.reserve(element.reduce((most, each) => Math.max(most, each), 0) + 1)
    this.chunks.push(chunk)
    if (!this.#known.has(info.file)) this.#known.set(info.file, { kind: info.kind, element, box })
    this.#revision = -1
    return chunk
  }

  /** Evicts a chunk and frees its memory; its elements and boxes stay known. */
  drop(file: string): void {
    const index = this.chunks.findIndex(({ info }) => info.file === file)
    const [chunk] = index < 0 ? [] : this.chunks.splice(index, 1)
    if (!chunk) return
    const { element, box } = chunk.placed.instances
    // Copied, because these may be views into the buffer of the whole chunk.
    this.#known.set(file, { kind: chunk.info.kind, element: element.slice(), box: box.slice() })
    chunk.dispose()
  }

  show(kind: OptionalKind, on: boolean): void {
    if (on) this.#optional.add(kind)
    else this.#optional.delete(kind)
    if (!on) for (const chunk of this.chunks) if (chunk.info.kind === kind) chunk.conceal()
    this.#revision = -1
  }

  /** Uploads a changed element state to the GPU. Returns whether anything had changed. */
  sync(): boolean {
    if (this.#revision === this.state.revision) return false
    this.#revision = this.state.revision
    const texture = this.#texture.value
    if (texture.image.data === this.state.data) texture.needsUpdate = true
    else {
      texture.dispose()
      this.#texture.value = stateTexture(this.state)
    }
    for (const chunk of this.drawn) chunk.follow(this.state, this.#frame)
    return true
  }

  /** Elements with a GlobalId; empty if there are none or the structure has not arrived yet. */
  elementsOf(guid: string): readonly number[] {
    if (!this.#guids) {
      this.#guids = new Map()
      // Thousands of elements of a damaged file may have the same one.
      for (const [element, each] of (this.structure?.elements.guid ?? []).entries()) {
        const same = this.#guids.get(each)
        if (same) same.push(element)
        else this.#guids.set(each, [element])
      }
    }
    return this.#guids.get(guid) ?? []
  }

  /** IFC class of an element, '' while the structure is missing */
  classOf(element: number): string {
    const { elements, classes } = this.structure ?? {}
    return classes?.[elements?.class[element] ?? -1] ?? ''
  }

  guidOf(element: number): string | undefined {
    return this.structure?.elements.guid[element]
  }

  /** The element and all its descendants. */
  withParts(element: number): number[] {
    const parts = [element]
    for (let at = 0; at < parts.length; at++)
      for (const part of this.#parts().get(parts[at] as number) ?? []) parts.push(part)
    return parts
  }

  #parts(): Map<number, number[]> {
    if (this.#children) return this.#children
    this.#children = new Map()
    for (const [element, parent] of (this.structure?.elements.parent ?? []).entries()) {
      // Parents precede children, so a cyclic file cannot cause an endless loop here.
      if (parent < 0 || parent >= element) continue
      const siblings = this.#children.get(parent)
      if (siblings) siblings.push(element)
      else this.#children.set(parent, [element])
    }
    return this.#children
  }

  /** All elements that have geometry, ascending. */
  drawnElements(): number[] {
    const seen = new Set<number>()
    for (const { element } of this.known) for (const each of element) seen.add(each)
    return [...seen].sort((a, b) => a - b)
  }

  /** All element indices, whether they are already loaded or not. */
  allElements(): number[] {
    const count = Math.max(this.manifest.counts.elements, this.structure?.elements.guid.length ?? 0)
    return Array.from(
      { length: Math.min(Math.max(count, this.drawnElements().at(-1) ?? 0), this.state.capacity) },
      (_, at) => at,
    )
  }

  /** Box in the scene around the geometry of some elements, null if they have none. */
  boxOf(elements: Iterable<number>): Box | null {
    let box: Box | null = null
    for (const [, each] of this.boxesOf(new Set(elements))) box = unionBoxes(box, each)
    return box
  }

  /** The instances of some elements, each with its box in the scene. */
  *boxesOf(wanted: { has(element: number): boolean }): Generator<[element: number, box: Box]> {
    for (const known of this.lineBoxes ? [...this.known, this.lineBoxes] : this.known)
      for (const [instance, element] of known.element.entries())
        if (wanted.has(element)) {
          const local = [...known.box.subarray(instance * 6, instance * 6 + 6)] as Box
          yield [element, this.#frame.box(local)]
        }
  }

  /** Rebuilds all GPU resources from memory after a lost WebGL context. */
  remake(): void {
    const old = this.chunks.splice(0)
    for (const chunk of old) {
      const remade = chunk.remade()
      const fresh = this.add(remade.chunk, chunk.info)
      if (remade.edges) fresh.setEdges(remade.edges)
      chunk.dispose()
    }
    this.#texture.value = stateTexture(this.state)
  }

  dispose(): void {
    for (const chunk of this.chunks.splice(0)) chunk.dispose()
    this.#known.clear()
    this.#texture.value.dispose()
  }
}

/** World box around all models, null if there are none. */
export function computeModelsBox(models: Iterable<Model>): Box | null {
  let box: Box | null = null
  for (const model of models) box = unionBoxes(box, model.box)
  return box
}

/** World box around the geometry of elements and their parts. */
export function computeElementsBox(models: Map<string, Model>, elements: Iterable<ElementRef>): Box | null {
  let box: Box | null = null
  for (const [id, refs] of Map.groupBy(elements, (each) => each.model)) {
    const model = models.get(id)
    const whole = refs.flatMap((each) => model?.withParts(each.element) ?? [])
    box = unionBoxes(box, model?.boxOf(whole) ?? null)
  }
  return box
}

function stateTexture(state: ElementState): DataTexture {
  const rows = state.data.length / (STATE_WIDTH * 4)
  const texture = new DataTexture(state.data, STATE_WIDTH, rows, RGBAIntegerFormat, UnsignedByteType)
  texture.internalFormat = 'RGBA8UI'
  texture.needsUpdate = true
  return texture
}
