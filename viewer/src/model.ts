import type { Box, ChunkInfo, Manifest, Structure, Vec3 } from '@plumbline/bim/model'
import { DataTexture, type IUniform, RGBAIntegerFormat, UnsignedByteType } from 'three'
import { ModelChunk } from './chunk.ts'
import type { DecodedChunk } from './decode.ts'
import { ElementState, STATE_WIDTH } from './element-state.ts'
import type { Materials } from './materials.ts'
import { add, boxMoved, boxUnion } from './vec.ts'

/** Where a model comes from. */
export interface ModelSource {
  id: string
  manifest: Manifest
  /** names, tree and GlobalIds; may come after the first picture, or later still by `Model.setStructure` */
  structure?: Structure | Promise<Structure>
  /** Fetches a chunk; may tell how many of its bytes have come so far. */
  chunk: (file: string, signal: AbortSignal, onBytes: (loaded: number) => void) => Promise<Uint8Array>
}

/** One element of one loaded model. */
export interface ElementRef {
  model: string
  /** index into the model's Structure.elements */
  element: number
}

/** A model in the scene: its chunks, its elements' state, and what is known of its structure. */
export class Model {
  readonly id: string
  readonly manifest: Manifest
  readonly state: ElementState
  structure: Structure | null = null
  /** when the largest elements can be seen */
  shown: Promise<void> = Promise.resolve()
  /** when everything is here; rejects with the first failure */
  ready: Promise<void> = Promise.resolve()
  readonly chunks: ModelChunk[] = []
  /** added to the model's world coordinates, metres */
  readonly offset: Vec3
  readonly #materials: Materials
  readonly #texture: IUniform<DataTexture>
  readonly #kinds = new Map<ModelChunk, ChunkInfo['kind']>()
  #revision = -1
  #guids: Map<string, number[]> | null = null
  #children: Map<number, number[]> | null = null
  #spaces = false

  constructor(source: ModelSource, offset: Vec3, materials: Materials) {
    this.id = source.id
    this.manifest = source.manifest
    this.offset = offset
    this.#materials = materials
    this.state = new ElementState(Math.max(1, Math.min(source.manifest.counts.elements, 1 << 22)))
    if (source.structure && !(source.structure instanceof Promise)) this.setStructure(source.structure)
    this.#texture = { value: stateTexture(this.state) }
  }

  /** Local coordinates plus this are world coordinates. */
  get position(): Vec3 {
    return add(this.manifest.origin, this.offset)
  }

  /** World coordinates of everything drawn, null when nothing is. */
  get box(): Box | null {
    const { box } = this.manifest
    return box?.every(Number.isFinite) ? boxMoved(box, this.offset) : null
  }

  get spaces(): boolean {
    return this.#spaces
  }

  /** Chunks that take part in the picture and in picking. */
  get drawn(): ModelChunk[] {
    return this.#spaces ? this.chunks : this.chunks.filter((chunk) => this.#kinds.get(chunk) === 'model')
  }

  setStructure(structure: Structure): void {
    this.structure = structure
    this.#guids = null
    this.#children = null
    this.state.reserve(structure.elements.guid.length)
  }

  add(decoded: DecodedChunk, kind: ChunkInfo['kind']): ModelChunk {
    const chunk = new ModelChunk(decoded, this.#materials, this.#texture)
    const { element } = decoded.placed.instances
    this.state.reserve(element.reduce((most, each) => Math.max(most, each), 0) + 1)
    this.chunks.push(chunk)
    this.#kinds.set(chunk, kind)
    this.#revision = -1
    return chunk
  }

  showSpaces(on: boolean): void {
    this.#spaces = on
    if (!on) for (const chunk of this.chunks) if (this.#kinds.get(chunk) === 'spaces') chunk.conceal()
    this.#revision = -1
  }

  /** Brings changed states to the GPU. Returns whether anything had changed. */
  sync(): boolean {
    if (this.#revision === this.state.revision) return false
    this.#revision = this.state.revision
    const texture = this.#texture.value
    if (texture.image.data === this.state.data) texture.needsUpdate = true
    else {
      texture.dispose()
      this.#texture.value = stateTexture(this.state)
    }
    for (const chunk of this.drawn) chunk.follow(this.state, this.position)
    return true
  }

  /** Elements with a GlobalId; empty when the model has none or its structure is not here yet. */
  elementsOf(guid: string): readonly number[] {
    if (!this.#guids) {
      this.#guids = new Map()
      for (const [element, each] of (this.structure?.elements.guid ?? []).entries())
        this.#guids.set(each, [...(this.#guids.get(each) ?? []), element])
    }
    return this.#guids.get(guid) ?? []
  }

  guidOf(element: number): string | undefined {
    return this.structure?.elements.guid[element]
  }

  /** The element and everything it contains or is made of. */
  withParts(element: number): number[] {
    const parts = [element]
    for (let at = 0; at < parts.length; at++) parts.push(...(this.#parts().get(parts[at] as number) ?? []))
    return parts
  }

  #parts(): Map<number, number[]> {
    if (this.#children) return this.#children
    this.#children = new Map()
    for (const [element, parent] of (this.structure?.elements.parent ?? []).entries()) {
      // Parents come before children, so a file's loop cannot become one here.
      if (parent < 0 || parent >= element) continue
      const siblings = this.#children.get(parent)
      if (siblings) siblings.push(element)
      else this.#children.set(parent, [element])
    }
    return this.#children
  }

  /** Elements that have something to draw, ascending. */
  drawnElements(): number[] {
    const seen = new Set<number>()
    for (const chunk of this.drawn) for (const element of chunk.placed.instances.element) seen.add(element)
    return [...seen].sort((a, b) => a - b)
  }

  /** World box around what is drawn of some elements, null when nothing is. */
  boxOf(elements: Iterable<number>): Box | null {
    const wanted = new Set(elements)
    let box: Box | null = null
    for (const { placed } of this.drawn) {
      placed.instances.element.forEach((element, instance) => {
        if (!wanted.has(element)) return
        box = boxUnion(box, [...placed.instances.box.subarray(instance * 6, instance * 6 + 6)] as Box)
      })
    }
    return box && boxMoved(box, this.position)
  }

  /** After a lost context: everything anew, from what is kept in memory. */
  remake(): void {
    const old = this.chunks.splice(0)
    for (const chunk of old) {
      const remade = chunk.remade()
      const fresh = this.add(remade.chunk, this.#kinds.get(chunk) ?? 'model')
      if (remade.edges) fresh.setEdges(remade.edges)
      this.#kinds.delete(chunk)
      chunk.dispose()
    }
    this.#texture.value = stateTexture(this.state)
  }

  dispose(): void {
    for (const chunk of this.chunks.splice(0)) chunk.dispose()
    this.#kinds.clear()
    this.#texture.value.dispose()
  }
}

/** World box around models, null when there is nothing. */
export function boxOfModels(models: Iterable<Model>): Box | null {
  let box: Box | null = null
  for (const model of models) box = boxUnion(box, model.box)
  return box
}

/** World box around what is drawn of elements and their parts. */
export function boxOfElements(models: Map<string, Model>, elements: Iterable<ElementRef>): Box | null {
  let box: Box | null = null
  for (const [id, refs] of Map.groupBy(elements, (each) => each.model)) {
    const model = models.get(id)
    const whole = refs.flatMap((each) => model?.withParts(each.element) ?? [])
    box = boxUnion(box, model?.boxOf(whole) ?? null)
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
