import type { Box, ChunkInfo } from '@plumbline/bim/model'
import { isInView, type Pose } from './camera.ts'
import type { ModelChunk } from './chunk.ts'
import { createDecoder, type Decoder } from './decoder.ts'
import type { Setting } from './frame.ts'
import { mainBox } from './home-box.ts'
import { Loader, type LoadProgress } from './loader.ts'
import { boxOfModels, Model, type ModelSource } from './model.ts'
import { arrange, type Piece } from './residency.ts'
import type { Stage } from './stage.ts'
import { boxDiagonal, distanceToBox } from './vec.ts'

/** What holding models needs of the viewer. */
export interface CollectionHost {
  readonly stage: Stage
  readonly pose: Pose
  readonly aspect: number
  /** more of a model can be seen */
  grown(): void
  /** less of it can be seen */
  shrunk(): void
  progress(progress: LoadProgress): void
}

export interface Memory {
  used_bytes: number
  budget_bytes: number
  /** chunks that are not here because there is no room for them */
  left_out: number
}

/** Chunks fetched at once when they come back. */
const AT_ONCE = 6

/** What a chunk will take that is not here yet: its vertices, triangles and edges in memory and on the GPU. */
function expectedBytes({ vertices, triangles, instances }: ChunkInfo): number {
  return vertices * 16 + triangles * 24 + instances * 170
}

/** The models of a viewer: fetches them, and lets go of parts that nobody sees when memory runs short. */
export class Collection {
  readonly models = new Map<string, Model>()
  readonly #host: CollectionHost
  readonly #decoder: Decoder
  readonly #loaders = new Map<string, Loader>()
  readonly #seen = new Map<string, number>()
  #budget: number
  #mainBox: Box | null = null

  constructor(host: CollectionHost, budget_bytes: number, decoder: Decoder = createDecoder()) {
    this.#host = host
    this.#budget = budget_bytes
    this.#decoder = decoder
  }

  /** @throws RangeError when the id is already loaded */
  load(source: ModelSource, setting?: Setting): Model {
    if (this.models.has(source.id)) throw new RangeError(`Model ${source.id} is already loaded`)
    const { stage } = this.#host
    // Once more, for what features have put into the picture since the beginning.
    if (this.models.size === 0) stage.warmUp()
    const model = new Model(source, stage.materials, setting)
    this.models.set(source.id, model)
    this.#loaders.set(
      source.id,
      new Loader(source, model, {
        decoder: this.#decoder,
        weigh: (of, info) => this.#weigh(of, info),
        hasRoom: (info) => this.memory.used_bytes + expectedBytes(info) <= this.#budget,
        attach: (chunk) => this.#attach(model, chunk),
        attachEdges: (chunk) => this.#attachEdges(chunk),
        progress: (progress) => this.#host.progress(progress),
      }),
    )
    return model
  }

  /** Begins to fetch what was put in by `load`. */
  start(model: Model): void {
    const loader = this.#loaders.get(model.id)
    if (!loader) return
    model.shown = new Promise((resolve) => {
      model.ready = loader.load('model', resolve)
    })
    // Whoever wants to know awaits `ready`; who does not must not get an unhandled rejection.
    const whole = () => {
      this.#mainBox = null
      this.#host.grown()
    }
    model.ready.then(whole, whole)
  }

  #attach(model: Model, chunk: ModelChunk): void {
    this.#host.stage.scene.add(...chunk.objects)
    // The shell has the largest elements: what comes after it hardly changes where the model is.
    if (model.known.length === 1) this.#mainBox = null
    this.#host.grown()
  }

  #attachEdges(chunk: ModelChunk): void {
    this.#host.stage.scene.add(...chunk.objects)
    // Edges are drawn only at rest, so while parts arrive nothing would look different.
    if (!this.loading) this.#host.grown()
  }

  /** Whether parts of models are on their way. */
  get loading(): boolean {
    return [...this.#loaders.values()].some((loader) => loader.loading)
  }

  /** Whether a part is about to come into the picture. */
  get arriving(): boolean {
    return this.#decoder.busy
  }

  unload(id: string): void {
    this.#loaders.get(id)?.cancel()
    this.#loaders.delete(id)
    this.models.get(id)?.dispose()
    this.models.delete(id)
    this.#mainBox = null
  }

  async showSpaces(id: string, on: boolean): Promise<void> {
    const model = this.models.get(id)
    if (!model || model.spaces === on) return
    const known = model.manifest.chunks.some(({ kind, file }) => kind === 'spaces' && model.knows(file))
    model.showSpaces(on)
    this.#mainBox = null
    this.#host.shrunk()
    if (on && !known) await this.#loaders.get(id)?.load('spaces', () => {})
  }

  place(id: string, setting: Setting): void {
    const model = this.models.get(id)
    if (!model) return
    model.setting = setting
    this.#mainBox = null
    this.#host.grown()
  }

  get box(): Box | null {
    return boxOfModels(this.models.values())
  }

  /** As `box`, without strays far out. */
  get mainBox(): Box | null {
    this.#mainBox ??= mainBox(this.models.values())
    return this.#mainBox ?? this.box
  }

  #weigh(model: Model, info: ChunkInfo): number {
    const box = model.frame.box(info.box)
    return boxDiagonal(box) / Math.max(1, distanceToBox(this.#host.pose.eye, box))
  }

  get memory(): Memory {
    let used_bytes = 0
    let left_out = 0
    for (const model of this.models.values()) {
      for (const chunk of model.chunks) used_bytes += chunk.bytes
      left_out += model.wanted.length - model.drawn.length
    }
    return { used_bytes, budget_bytes: this.#budget, left_out }
  }

  set budget_bytes(bytes: number) {
    this.#budget = bytes
    this.tidy(performance.now())
  }

  /** Lets go of what nobody sees when there is too much, and fetches what came into the view. For pictures at rest. */
  tidy(now: number): void {
    const { memory } = this
    if (memory.left_out === 0 && memory.used_bytes <= this.#budget) return
    const owners = new Map<string, { model: Model; info: ChunkInfo }>()
    const pieces = [...this.models.values()].flatMap((model) =>
      model.wanted.map((info): Piece => {
        const key = `${model.id}/${info.file}`
        owners.set(key, { model, info })
        return this.#piece(model, info, key, now)
      }),
    )
    const { drop, fetch } = arrange(pieces, this.#budget)
    for (const key of drop) owners.get(key)?.model.drop(owners.get(key)?.info.file ?? '')
    if (drop.length > 0) this.#host.shrunk()
    // The rest follows with the next picture, which what arrives brings about.
    for (const key of fetch.slice(0, AT_ONCE)) {
      const owner = owners.get(key)
      const loader = this.#loaders.get(owner?.model.id ?? '')
      if (owner && loader && !loader.loading) void loader.fetch(owner.info)
    }
  }

  #piece(model: Model, info: ChunkInfo, key: string, now: number): Piece {
    const chunk = model.chunks.find((each) => each.info.file === info.file)
    const visible = isInView(this.#host.pose, model.frame.box(info.box), this.#host.aspect)
    if (visible) this.#seen.set(key, now)
    return {
      key,
      bytes: chunk?.bytes ?? expectedBytes(info),
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
