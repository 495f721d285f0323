import type { Box, ChunkInfo } from '@plumbline/bim/model'
import { isInView, type Pose } from './camera.ts'
import type { ModelChunk } from './chunk.ts'
import { createDecoder, type Decoder } from './decoder.ts'
import type { ModelPlacement } from './frame.ts'
import { computeMainBox } from './home-box.ts'
import { Loader, type LoadProgress } from './loader.ts'
import { MemoryRoom } from './memory-room.ts'
import { computeModelsBox, Model, type ModelSource, type OptionalKind } from './model.ts'
import { planResidency, type ResidentChunk } from './plan-residency.ts'
import type { Stage } from './stage.ts'
import { boxDiagonal, distanceToBox, unionBoxes } from './vec.ts'

/** The viewer as the model collection needs it. */
export interface CollectionHost {
  readonly stage: Stage
  readonly camera: { readonly pose: Pose }
  readonly aspect: number
  /** called when more of a model became visible */
  grown(): void
  /** called when less of a model is visible */
  shrunk(): void
  progress(progress: LoadProgress): void
}

export interface MemoryUsage {
  used_bytes: number
  budget_bytes: number
  /** number of chunks that are not in memory because the budget is used up */
  left_out: number
}

/** Number of evicted chunks that are fetched again per pass. */
const AT_ONCE = 6

/** Estimated bytes of a chunk that is not loaded: vertices, triangles and edges, in memory and on the GPU. */
function expectedBytes({ vertices, triangles, instances }: ChunkInfo): number {
  return vertices * 16 + triangles * 24 + instances * 170
}

/** The models of a viewer: loads their chunks and evicts invisible ones when memory runs short. */
export class Collection {
  readonly models = new Map<string, Model>()
  readonly #host: CollectionHost
  readonly #decoder: Decoder
  readonly #loaders = new Map<string, Loader>()
  readonly #seen = new Map<string, number>()
  readonly #room = new MemoryRoom()
  #budget: number
  /** range of heights whose chunks take precedence over visible ones while a plan is drawn */
  #gathered: { low: number; high: number } | null = null
  #mainBox: Box | null = null

  constructor(host: CollectionHost, budget_bytes: number, decoder: Decoder = createDecoder()) {
    this.#host = host
    this.#budget = budget_bytes
    this.#decoder = decoder
  }

  /** @throws RangeError when the id is already loaded */
  load(source: ModelSource, setting?: ModelPlacement): Model {
    if (this.models.has(source.id)) throw new RangeError(`Model ${source.id} is already loaded`)
    const { stage } = this.#host
    // Warm up again, because features may have added objects to the scene since the start.
    if (this.models.size === 0) stage.warmUp()
    const model = new Model(source, stage.materials, setting)
    this.models.set(source.id, model)
    this.#loaders.set(
      source.id,
      new Loader(source, model, {
        decoder: this.#decoder,
        weigh: (of, info) => this.#weigh(of, info),
        hasRoom: (info) => this.#taken + this.#room.reserved_bytes + expectedBytes(info) <= this.#budget,
        reserve: (info) => this.#room.reserve(expectedBytes(info)),
        makeRoom: (info) =>
          this.#room.claim(expectedBytes(info), this.#budget, (limit) => this.#evict(limit)),
        attach: (chunk) => this.#attach(model, chunk),
        attachEdges: (chunk) => this.#attachEdges(chunk),
        progress: (progress) => this.#host.progress(progress),
      }),
    )
    return model
  }

  /** Starts fetching the chunks of a model added by `load`. */
  start(model: Model): void {
    const loader = this.#loaders.get(model.id)
    if (!loader) return
    model.shown = new Promise((resolve) => {
      model.ready = loader.load('model', resolve)
    })
    // Callers that need the result await `ready`; the handler avoids an unhandled rejection for all others.
    const whole = () => {
      this.#mainBox = null
      this.#host.grown()
    }
    model.ready.then(whole, whole)
  }

  #attach(model: Model, chunk: ModelChunk): void {
    this.#host.stage.scene.add(...chunk.objects)
    // The first chunk (the shell) holds the largest elements: later chunks hardly change the main box.
    if (model.known.length === 1) this.#mainBox = null
    this.#host.grown()
  }

  #attachEdges(chunk: ModelChunk): void {
    this.#host.stage.scene.add(...chunk.objects)
    // Edges are drawn only at rest, so no redraw is needed while chunks are still loading.
    if (!this.loading) this.#host.grown()
  }

  /** Whether any chunk is still being loaded. */
  get loading(): boolean {
    return [...this.#loaders.values()].some((loader) => loader.loading)
  }

  /** Whether a chunk is about to be added to the scene. */
  get arriving(): boolean {
    return this.#decoder.busy
  }

  unload(id: string): void {
    this.#loaders.get(id)?.cancel()
    this.#loaders.delete(id)
    const model = this.models.get(id)
    for (const { file } of model?.manifest.chunks ?? []) this.#seen.delete(`${id}/${file}`)
    model?.dispose()
    this.models.delete(id)
    this.#mainBox = null
  }

  async show(id: string, kind: OptionalKind, on: boolean): Promise<void> {
    const model = this.models.get(id)
    if (!model || model.shows(kind) === on) return
    model.show(kind, on)
    this.#mainBox = null
    this.#host.shrunk()
    if (on) await this.loadKind(id, kind)
  }

  async loadKind(id: string, kind: OptionalKind): Promise<void> {
    const loaded = new Set(this.models.get(id)?.chunks.map(({ info }) => info.file))
    const chunks = this.models.get(id)?.manifest.chunks.filter((chunk) => chunk.kind === kind) ?? []
    if (chunks.some(({ file, instances }) => instances > 0 && !loaded.has(file)))
      await this.#loaders.get(id)?.load(kind, () => {})
  }

  place(id: string, setting: ModelPlacement): void {
    const model = this.models.get(id)
    if (!model) return
    model.setting = setting
    this.#mainBox = null
    this.#host.grown()
  }

  get box(): Box | null {
    return computeModelsBox(this.models.values())
  }

  /** Like `box`, with the lines of the models. */
  get extent(): Box | null {
    let whole: Box | null = null
    for (const model of this.models.values()) whole = unionBoxes(whole, model.extent)
    return whole
  }

  /** Like `box`, without outliers far from the rest. */
  get mainBox(): Box | null {
    this.#mainBox ??= computeMainBox(this.models.values())
    return this.#mainBox ?? this.box
  }

  #weigh(model: Model, info: ChunkInfo): number {
    const box = model.frame.box(info.box)
    return boxDiagonal(box) / Math.max(1, distanceToBox(this.#host.camera.pose.eye, box))
  }

  get memory(): MemoryUsage {
    let used_bytes = 0
    let left_out = 0
    for (const model of this.models.values()) {
      for (const chunk of model.chunks) used_bytes += chunk.bytes
      left_out += model.wanted.length - model.drawn.length
    }
    return { used_bytes, budget_bytes: this.#budget, left_out }
  }

  /** Bytes of the loaded chunks, with the edges that are still being computed. */
  get #taken(): number {
    let bytes = 0
    for (const model of this.models.values())
      for (const chunk of model.chunks)
        bytes += chunk.edges ? chunk.bytes : Math.max(chunk.bytes, expectedBytes(chunk.info))
    return bytes
  }

  /** Evicts the least important chunks until the rest takes at most `limit_bytes`; returns the remaining size. */
  #evict(limit_bytes: number): number {
    if (this.#taken <= limit_bytes) return this.#taken
    const now = performance.now()
    const owners = new Map<string, () => void>()
    const pieces = [...this.models.values()].flatMap((model) =>
      model.chunks.map(({ info }): ResidentChunk => {
        const key = `${model.id}/${info.file}`
        owners.set(key, () => model.drop(info.file))
        return this.#piece(model, info, key, now)
      }),
    )
    const { drop } = planResidency(pieces, limit_bytes)
    for (const key of drop) owners.get(key)?.()
    if (drop.length > 0) this.#host.shrunk()
    return this.#taken
  }

  set budget_bytes(bytes: number) {
    this.#budget = bytes
    this.tidy(performance.now())
  }

  /**
   * Evicts invisible chunks over budget and fetches visible ones that are missing. Called when the view is at
   * rest.
   */
  tidy(now: number): void {
    const { memory } = this
    if (memory.left_out === 0 && memory.used_bytes <= this.#budget) return
    const owners = new Map<string, { model: Model; info: ChunkInfo }>()
    const wanted = new Set([...this.models.values()].flatMap((model) => model.wanted))
    const pieces = [...this.models.values()].flatMap((model) =>
      model.manifest.chunks.flatMap((info): ResidentChunk[] => {
        const isWanted = wanted.has(info)
        if (!isWanted && !model.chunks.some((chunk) => chunk.info.file === info.file)) return []
        const key = `${model.id}/${info.file}`
        owners.set(key, { model, info })
        const piece = this.#piece(model, info, key, now)
        // Rooms loaded for their names make way for drawn chunks.
        return [isWanted || this.#gathered ? piece : { ...piece, visible: false, seen: 0 }]
      }),
    )
    const { drop, fetch } = planResidency(pieces, this.#budget)
    for (const key of drop) owners.get(key)?.model.drop(owners.get(key)?.info.file ?? '')
    if (drop.length > 0) this.#host.shrunk()
    // The remaining chunks follow with the next frame, which each arriving chunk triggers.
    for (const key of fetch.slice(0, AT_ONCE)) {
      const owner = owners.get(key)
      const loader = this.#loaders.get(owner?.model.id ?? '')
      if (owner && loader && !loader.loading) void loader.fetch(owner.info)
    }
  }

  /**
   * Loads the chunks within a range of heights, visible or not, including rooms, whose names a plan shows, and evicts others
   * for them. They stay until `release` is called; `missing` counts chunks that exceed the budget or failed to load.
   */
  async gather(low: number, high: number): Promise<{ missing: number; release: () => void }> {
    const gathered = { low, high }
    this.#gathered = gathered
    for (const { model, info } of this.#listMissing(gathered)) {
      const bytes = expectedBytes(info)
      const limit = this.#budget - this.#room.reserved_bytes - bytes
      if (limit >= 0 && this.#evict(limit) <= limit) await this.#loaders.get(model.id)?.fetch(info)
    }
    const release = () => {
      if (this.#gathered === gathered) this.#gathered = null
    }
    return { missing: this.#listMissing(gathered).length, release }
  }

  #listMissing({ low, high }: { low: number; high: number }) {
    return [...this.models.values()].flatMap((model) => {
      const here = new Set(model.chunks.map(({ info }) => info.file))
      const wanted = new Set(model.wanted)
      return model.manifest.chunks.flatMap((info) => {
        if (info.instances === 0 || (info.kind !== 'spaces' && !wanted.has(info))) return []
        const box = model.frame.box(info.box)
        return here.has(info.file) || box[2] > high || box[5] < low ? [] : [{ model, info }]
      })
    })
  }

  #isInView(box: Box): boolean {
    if (this.#gathered) return box[2] <= this.#gathered.high && box[5] >= this.#gathered.low
    return isInView(this.#host.camera.pose, box, this.#host.aspect)
  }

  #piece(model: Model, info: ChunkInfo, key: string, now: number): ResidentChunk {
    const chunk = model.chunks.find((each) => each.info.file === info.file)
    const expected = expectedBytes(info)
    const visible = this.#isInView(model.frame.box(info.box))
    if (visible) this.#seen.set(key, now)
    return {
      key,
      bytes: chunk?.edges ? chunk.bytes : Math.max(chunk?.bytes ?? 0, expected),
      here: chunk !== undefined,
      visible,
      weight: this.#weigh(model, info),
      seen: this.#seen.get(key) ?? 0,
    }
  }

  dispose(): void {
    for (const id of [...this.models.keys()]) this.unload(id)
    this.#decoder.dispose()
  }
}
