import type { CarriedElements } from '@plumbline/bim/carry/element-runs'
import {
  ARTEFACT_FORMAT,
  CONTENT_NAME,
  type Manifest,
  SHELL_FILE,
  type Structure,
} from '@plumbline/bim/model'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import type { Header } from '@plumbline/contract/bim/bim'
import { isFirstStorey } from '@plumbline/contract/bim/bim.rules'
import type { Correction } from '@plumbline/contract/bim/views'
import { IDENTITY_PLACEMENT, type ModelPlacement } from '@plumbline/viewer/frame'
import type { Model } from '@plumbline/viewer/model'
import { buildArtefactUrls, buildChunkUrl } from '../../api/artefact-url.ts'
import { ApiError, urlOf } from '../../api/client.ts'
import { computePlacement } from './alignment.ts'
import { fetchBytes, fetchJson, retryFetch } from './fetch-bytes.ts'
import { buildModelId, isComparedModel, parseHeaderId } from './model-id.ts'
import type { SessionLines } from './session-lines.ts'
import type { SessionSelection } from './session-selection.ts'
import type { LoadedModel, SessionHost } from './session-state.ts'
import type { SessionVisibility } from './session-visibility.ts'

interface Loading {
  header: Header
  signal: AbortSignal
  other: Header['current'] | undefined
}

/** A model converted by a newer server than the version of this page. */
class NewerFormatError extends Error {}

type Corrections = ReadonlyMap<string, Omit<Correction, 'header_id'>>

const byName = (a: LoadedModel, b: LoadedModel) => a.name.localeCompare(b.name)

/** Loads, places and unloads the models of the session. */
export class SessionModels {
  readonly #host: SessionHost
  readonly #projectId: string
  readonly #selection: SessionSelection
  readonly #visibility: SessionVisibility
  readonly #lines: SessionLines
  readonly #onChange: () => void
  /** builds the URLs of a model's artefacts, by model id */
  readonly #artefactUrls = new Map<string, (name: string) => string>()
  /** loads that failed, by model id, to be repeated; `isNewer`: this page has to be updated first */
  readonly #failures = new Map<string, Loading & { isNewer: boolean }>()
  /** running loads by model id; the next call of `load` takes over loads with an aborted signal */
  readonly #running = new Map<string, AbortSignal>()
  /** models that are loaded again in another conversion of their version, by model id */
  readonly #reloads = new Map<string, AbortController>()
  #reference: Manifest | null = null
  #corrections: Corrections = new Map()

  /** `onChange` is called after a model was loaded completely, renamed or unloaded. */
  constructor(
    host: SessionHost,
    projectId: string,
    selection: SessionSelection,
    visibility: SessionVisibility,
    lines: SessionLines,
    onChange: () => void,
  ) {
    this.#host = host
    this.#projectId = projectId
    this.#selection = selection
    this.#visibility = visibility
    this.#lines = lines
    this.#onChange = onChange
    addEventListener('online', this.retry)
    host.viewer.on('progress', ({ model, loaded_bytes, total_bytes, done }) => {
      this.#update(model, { loaded_bytes, total_bytes, isComplete: done })
      // The viewer itself fetches missing parts when they become visible.
      if (done && host.viewer.models.get(model)?.structure && this.#failures.delete(model))
        this.#showFailures()
    })
  }

  #update(id: string, values: Partial<LoadedModel>) {
    this.#host.set({
      models: this.#host.state.models.map((model) => (model.id === id ? { ...model, ...values } : model)),
    })
  }

  /**
   * Sets the model that defines the project's coordinates and the manual corrections, and moves loaded models
   * accordingly.
   */
  align(reference: Manifest | null, corrections: Corrections) {
    this.#reference = reference
    this.#corrections = corrections
    for (const model of this.#host.state.models) {
      const setting = this.#settingOf(model.id, model.manifest)
      if (JSON.stringify(setting) === JSON.stringify(model.setting)) continue
      this.#host.viewer.place(model.id, setting)
      this.#update(model.id, { setting })
    }
  }

  /** Gives the open models the names that their files have now. */
  rename(headers: readonly Pick<Header, 'id' | 'name'>[]) {
    const names = new Map(headers.map(({ id, name }) => [id, name]))
    const { models } = this.#host.state
    const renamed = models.map((model) => {
      const name = names.get(parseHeaderId(model.id)) ?? model.name
      return name === model.name ? model : { ...model, name }
    })
    if (renamed.every((model, at) => model === models[at])) return
    this.#host.set({ models: renamed.sort(byName) })
    this.#onChange()
  }

  #settingOf(id: string, manifest: Manifest): ModelPlacement {
    return computePlacement(manifest, this.#reference, this.#corrections.get(parseHeaderId(id)))
  }

  /** URL of an artefact of a model; undefined if the model was never loaded. */
  artefactUrl(modelId: string, name: string): string | undefined {
    return this.#artefactUrls.get(modelId)?.(name)
  }

  /** Fetches the manifest of a version. */
  async fetchManifest(
    variant: { id: string; artefacts_key: string | null },
    signal?: AbortSignal,
  ): Promise<Manifest> {
    const params = { id: this.#projectId, variantId: variant.id, key: variant.artefacts_key ?? '' }
    const url = urlOf(getArtefact, { params: { ...params, name: 'manifest.json' } })
    return fetchJson(url, signal ?? new AbortController().signal)
  }

  /** Loads a version of a file in addition to the open models: the current one, or `other` for a comparison. */
  async load(header: Header, signal: AbortSignal, other?: Header['current']): Promise<void> {
    const id = buildModelId(header.id, other?.id)
    const isCut = this.#failures.has(id) || this.#running.get(id)?.aborted
    if (this.#host.viewer.models.has(id) && !isCut) return
    if (this.#failures.delete(id)) this.#showFailures()
    await this.#attempt(id, { header, signal, other })
  }

  /** Loads a model again that was converted again since it was opened. Closing its file in the meantime stops this. */
  async reload(header: Header): Promise<void> {
    this.unload(header.id)
    const reload = new AbortController()
    this.#reloads.set(header.id, reload)
    await this.load(header, reload.signal)
    if (this.#reloads.get(header.id) === reload) this.#reloads.delete(header.id)
  }

  #stopReload(id: string) {
    this.#reloads.get(id)?.abort()
    this.#reloads.delete(id)
  }

  /** Loads failed models again; models on screen stay. */
  retry = (): void => {
    const failures = [...this.#failures]
    this.#failures.clear()
    this.#showFailures()
    for (const [id, loading] of failures) {
      if (loading.signal.aborted) continue
      if (this.#host.viewer.models.has(id)) this.#host.viewer.reload(id)
      void this.#attempt(id, loading)
    }
  }

  /** Forgets failed loads of files that are closed or deleted, and stops loading them again. */
  forgetClosed(wanted: readonly Pick<Header, 'id'>[]): void {
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.#reloads.keys()) if (!ids.has(id)) this.#stopReload(id)
    for (const id of this.#failures.keys()) if (!ids.has(parseHeaderId(id))) this.#failures.delete(id)
    this.#showFailures()
  }

  #showFailures() {
    const failures = [...this.#failures.values()]
    const failed = failures.map(({ header }) => header.name)
    const newer = failures.filter(({ isNewer }) => isNewer).map(({ header }) => header.name)
    const { state } = this.#host
    if (failed.join() !== state.failed.join() || newer.join() !== state.newer.join())
      this.#host.set({ failed, newer })
  }

  async #attempt(id: string, loading: Loading): Promise<void> {
    const { signal } = loading
    this.#running.set(id, signal)
    try {
      const model = this.#host.viewer.models.get(id) ?? (await this.#open(id, loading))
      if (!model) return
      await model.shown
      if (!model.structure && !signal.aborted) {
        const structure = await fetchJson<Structure>(this.artefactUrl(id, 'structure.json') ?? '', signal)
        model.setStructure(structure)
        this.#update(id, { structure })
      }
      await model.ready
      this.#onChange()
      if (!signal.aborted) this.#showWanted(id)
      if ((model.manifest.lines ?? 0) > 0 && !model.lineBoxes)
        await this.#lines.load(id, this.artefactUrl(id, 'lines.json') ?? '', signal)
      if ((model.manifest.panels ?? 0) > 0 && !this.#lines.drawings.get(id)?.panels)
        await this.#lines.loadPanels(id, this.artefactUrl(id, 'panels.json') ?? '', signal)
      if (!signal.aborted) this.#running.delete(id)
    } catch (error) {
      if (signal.aborted) return
      this.#running.delete(id)
      this.#failures.set(id, { ...loading, isNewer: error instanceof NewerFormatError })
      this.#showFailures()
    }
  }

  /** Applies the visibility of rooms and openings to a model; not to a version loaded for a comparison. */
  #showWanted(id: string) {
    const { viewer, state } = this.#host
    if (isComparedModel(id)) return
    if (state.spaces) void viewer.showSpaces(id, true).catch(() => undefined)
    if (state.openings) void viewer.showOpenings(id, true).catch(() => undefined)
  }

  /** Starts to load a version and lists it; null if it cannot be shown or is no longer wanted. */
  async #open(id: string, { header, signal, other }: Loading): Promise<Model | null> {
    const { viewer } = this.#host
    const variant = other ?? header.current
    const key = variant?.artefacts_key
    if (!variant || !key) return null
    const urlFor = buildArtefactUrls(this.#projectId, header.id, variant.id, key)
    // a first storey has separate chunks
    const shellFile = (!isFirstStorey(variant) && variant.shell_file) || SHELL_FILE
    // The shell, shown first, is requested in parallel with the manifest that describes it.
    let shell: Promise<Uint8Array> | null = fetchBytes(urlFor(shellFile), signal)
    shell.catch(() => {})
    const manifest = await this.fetchManifest(variant, signal)
    if (signal.aborted || viewer.models.has(id)) return null
    if (manifest.format > ARTEFACT_FORMAT) throw new NewerFormatError()
    this.#artefactUrls.set(id, urlFor)
    const setting = this.#settingOf(id, manifest) ?? IDENTITY_PLACEMENT
    this.#add({
      id,
      name: header.name,
      version: variant.version,
      key,
      is_part: isFirstStorey(variant),
      manifest,
      structure: null,
      names: null,
      setting,
      loaded_bytes: 0,
      total_bytes: manifest.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0),
      isComplete: false,
    })
    const fetchFromVersion =
      (file: string, stop: AbortSignal, onBytes: (loaded: number) => void) => (error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404 && CONTENT_NAME.test(file))) throw error
        return fetchBytes(buildChunkUrl(this.#projectId, header.id, variant.id, file), stop, onBytes)
      }
    const chunk = (file: string, stop: AbortSignal, onBytes: (loaded: number) => void) =>
      retryFetch(() => {
        const early = file === shellFile ? shell : null
        // The decoder takes ownership of the bytes: a second request has to fetch them again.
        if (early) shell = null
        return early ?? fetchBytes(urlFor(file), stop, onBytes).catch(fetchFromVersion(file, stop, onBytes))
      }, stop)
    const carried = (stop: AbortSignal) =>
      fetchJson<CarriedElements>(urlFor(manifest.carried_file ?? ''), stop)
    return viewer.load({ id, manifest, chunk, carried }, { setting })
  }

  #add(model: LoadedModel) {
    const { models } = this.#host.state
    this.#host.set({ models: [...models, model].sort(byName) })
  }

  /**
   * Resolves when the structure of all these files is loaded, or once that is no longer wanted; files that failed to load
   * are not awaited.
   */
  whenLoaded(headerIds: readonly string[], isWanted = () => true): Promise<void> {
    const isLoaded = () => {
      const { models } = this.#host.state
      const loaded = new Set(models.flatMap(({ id, structure }) => (structure ? id : [])))
      return (
        headerIds.every((id) => loaded.has(id) || this.#failures.has(id)) &&
        models.every(({ id }) => isComparedModel(id) || headerIds.includes(id))
      )
    }
    return new Promise((resolve) => {
      const check = () => {
        if (isWanted() && !isLoaded()) return
        stop()
        resolve()
      }
      const stop = this.#host.subscribe(check)
      check()
    })
  }

  unload(id: string) {
    this.#stopReload(id)
    this.#host.viewer.unload(id)
    this.#lines.forget(id)
    this.#running.delete(id)
    if (this.#failures.delete(id)) this.#showFailures()
    this.#selection.removeModel(id)
    // the next version of the file has other element indices
    if (this.#host.state.menu?.ref?.model === id) this.#host.set({ menu: null })
    this.#host.set({ models: this.#host.state.models.filter((model) => model.id !== id) })
    this.#visibility.recount()
    this.#onChange()
  }

  dispose() {
    removeEventListener('online', this.retry)
    for (const id of this.#reloads.keys()) this.#stopReload(id)
  }

  async showOpenings(on: boolean) {
    const { viewer, set, state } = this.#host
    set({ openings: on })
    await Promise.allSettled(state.models.map(({ id }) => viewer.showOpenings(id, on)))
  }

  async showSpaces(on: boolean) {
    const { viewer, set, state } = this.#host
    set({ spaces: on })
    await Promise.allSettled(state.models.map(({ id }) => viewer.showSpaces(id, on)))
  }
}
