import { type CarriedElements, type ElementRuns, getRunsOf } from '@plumbline/bim/carry/element-runs'
import type { ChunkInfo } from '@plumbline/bim/model'
import type { ModelChunk } from './chunk.ts'
import type { Decoder } from './decoder.ts'
import type { Model, ModelSource } from './model.ts'

/** Progress in stored bytes; with HTTP compression fewer bytes cross the network. */
export interface LoadProgress {
  model: string
  loaded_bytes: number
  total_bytes: number
  done: boolean
}

/** The viewer as the loader needs it. */
export interface LoadHost {
  decoder: Decoder
  /** apparent size of a chunk; larger ones are fetched first */
  weigh(model: Model, info: ChunkInfo): number
  /** whether the memory budget allows one more chunk */
  hasRoom(info: ChunkInfo): boolean
  /** counts a chunk against the budget from now on, before it has arrived; returns the end of that */
  reserve(info: ChunkInfo): () => void
  /** like `reserve`, but first evicts other chunks, and waits for running downloads */
  makeRoom(info: ChunkInfo): Promise<() => void>
  /** adds the chunk's meshes to the scene */
  attach(chunk: ModelChunk): void
  /** adds the chunk's edge lines, once they have been computed */
  attachEdges(chunk: ModelChunk): void
  progress(progress: LoadProgress): void
}

const AT_ONCE = 6

/** Fetches and decodes a model's chunks: the shell first, then the rest with limited concurrency. */
export class Loader {
  readonly #source: ModelSource
  readonly #model: Model
  readonly #host: LoadHost
  readonly #abort = new AbortController()
  readonly #bytes = new Map<string, number>()
  /** the chunks that are on their way, by file */
  readonly #busy = new Map<string, Promise<void>>()
  /** bytes of the chunks to be loaded, by file */
  readonly #wanted = new Map<string, number>()
  #loads = 0
  #carried: Promise<CarriedElements> | null = null

  constructor(source: ModelSource, model: Model, host: LoadHost) {
    this.#source = source
    this.#model = model
    this.#host = host
  }

  /**
   * Loads all missing chunks of a kind. `first` is called once the first one is visible.
   * @throws the first fetch or decode error, after the other chunks have been loaded
   */
  async load(kind: ChunkInfo['kind'], first: () => void): Promise<void> {
    // Evicted chunks of the model are fetched again when visible; chunks of other kinds may be needed when not
    // visible.
    const isThere = (file: string) => (kind === 'model' ? this.#model.knows(file) : this.#has(file))
    const waiting = this.#source.manifest.chunks.filter(
      (info) => info.kind === kind && info.instances > 0 && !isThere(info.file),
    )
    for (const info of waiting) this.#wanted.set(info.file, info.bytes)
    this.#loads++
    try {
      await this.#all(waiting, first)
    } finally {
      this.#loads--
    }
    this.#tell()
  }

  /** Whether any `load` is still running. */
  get loading(): boolean {
    return this.#loads > 0
  }

  async #all(waiting: ChunkInfo[], first: () => void): Promise<void> {
    const errors: unknown[] = []
    const one = async (info: ChunkInfo, room?: () => void) => {
      try {
        await this.#chunk(info, room)
      } catch (error) {
        errors.push(error)
      }
    }
    const shell = waiting.shift()
    if (shell) await one(shell, await this.#host.makeRoom(shell))
    first()
    const lane = async () => {
      for (let info = this.#largest(waiting); info; info = this.#largest(waiting)) await one(info)
    }
    await Promise.all([this.#structure(errors), ...Array.from({ length: AT_ONCE }, lane)])
    if (errors.length > 0) throw errors[0]
  }

  async #structure(errors: unknown[]): Promise<void> {
    if (this.#model.structure) return
    try {
      const structure = await this.#source.structure
      if (structure && !this.#abort.signal.aborted) this.#model.setStructure(structure)
    } catch (error) {
      errors.push(error)
    }
  }

  #largest(waiting: ChunkInfo[]): ChunkInfo | undefined {
    if (this.#abort.signal.aborted) return undefined
    const fitting = waiting.filter((info) => this.#host.hasRoom(info))
    if (fitting.length === 0) {
      // Chunks over the memory budget are fetched later, when they become visible.
      for (const info of waiting.splice(0)) this.#wanted.delete(info.file)
      return undefined
    }
    const weights = fitting.map((info) => this.#host.weigh(this.#model, info) || 0)
    const next = fitting[weights.indexOf(Math.max(...weights))]
    if (next) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  /** Fetches a chunk that was evicted or skipped. A failure is ignored; the next frame at rest retries. */
  async fetch(info: ChunkInfo): Promise<void> {
    await this.#chunk(info).catch(() => {})
  }

  #has(file: string): boolean {
    return this.#model.chunks.some((chunk) => chunk.info.file === file)
  }

  async #chunk(info: ChunkInfo, room = this.#host.reserve(info)): Promise<void> {
    try {
      if (this.#abort.signal.aborted || this.#has(info.file)) return
      const running = this.#busy.get(info.file)
      // counted once: by whoever asked first
      if (running) room()
      const fetched = running ?? this.#attempt(info).finally(() => this.#busy.delete(info.file))
      this.#busy.set(info.file, fetched)
      await fetched
    } finally {
      room()
    }
  }

  async #attempt(info: ChunkInfo): Promise<void> {
    try {
      await this.#fetchChunk(info)
    } catch (error) {
      // a chunk that could not be decoded is missing, although all of its bytes arrived
      this.#bytes.delete(info.file)
      throw error
    }
  }

  async #fetchChunk(info: ChunkInfo): Promise<void> {
    const { signal } = this.#abort
    const runs = this.#findRuns(info)
    runs.catch(() => {})
    const bytes = await this.#source.chunk(info.file, signal, (loaded) => {
      this.#bytes.set(info.file, Math.min(loaded, info.bytes))
      this.#tell()
    })
    if (signal.aborted) return
    const decoded = await this.#host.decoder.decode(bytes, await runs, (edges) => {
      // Meanwhile the chunk may have been evicted, or created again after a lost WebGL context.
      const chunk = this.#model.chunks.find(({ placed }) => placed === decoded.placed)
      if (signal.aborted || !chunk || chunk.edges) return
      chunk.setEdges(edges)
      this.#host.attachEdges(chunk)
    })
    if (signal.aborted) return
    this.#host.attach(this.#model.add(decoded, info))
    this.#bytes.set(info.file, info.bytes)
    this.#tell()
  }

  /** Where the elements of a chunk are; fetched once for all chunks, and again after a failure. */
  async #findRuns(info: ChunkInfo): Promise<ElementRuns | null> {
    if (info.carried === undefined) return null
    this.#carried ??= this.#source.carried?.(this.#abort.signal) ?? null
    try {
      return getRunsOf(info, await this.#carried)
    } catch (error) {
      this.#carried = null
      throw error
    }
  }

  #tell(): void {
    // Chunks without room at first, and loaded later, are part of neither.
    const files = [...this.#wanted.keys()]
    const loaded_bytes = files.reduce((sum, file) => sum + (this.#bytes.get(file) ?? 0), 0)
    const total_bytes = [...this.#wanted.values()].reduce((sum, bytes) => sum + bytes, 0)
    this.#host.progress({
      model: this.#model.id,
      loaded_bytes,
      total_bytes,
      done: loaded_bytes >= total_bytes,
    })
  }

  /** Cancels loading; chunks in progress are discarded. */
  cancel(): void {
    this.#abort.abort()
  }
}
