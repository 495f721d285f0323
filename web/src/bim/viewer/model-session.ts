import type { Manifest, PropertyBlock, PropertySet, Structure, Vec3 } from '@plumbline/bim/model'
import { PROPERTY_BLOCK, SHELL } from '@plumbline/bim/model'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import type { Header } from '@plumbline/contract/bim/bim'
import { isFirstStorey } from '@plumbline/contract/bim/bim.rules'
import type { Correction } from '@plumbline/contract/bim/views'
import { grid } from '@plumbline/viewer/features/grid'
import { isolate } from '@plumbline/viewer/features/isolate'
import { keys } from '@plumbline/viewer/features/keys'
import { measure } from '@plumbline/viewer/features/measure'
import { type CubeSide, navCube } from '@plumbline/viewer/features/nav-cube'
import { type Pin, pins } from '@plumbline/viewer/features/pins'
import { section } from '@plumbline/viewer/features/section'
import { select } from '@plumbline/viewer/features/select'
import { snapshot } from '@plumbline/viewer/features/snapshot'
import { viewpoints } from '@plumbline/viewer/features/viewpoint'
import { AS_IT_IS, type Setting } from '@plumbline/viewer/frame'
import type { ElementRef } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import { createViewer, type Viewer } from '@plumbline/viewer/viewer'
import { urlOf } from '../../api/client.ts'
import { computePlacement } from './alignment.ts'
import { coveredAreas } from './covered-areas.ts'
import { fetchBytes } from './fetch-bytes.ts'
import { SessionColors } from './session-colors.ts'
import { SessionCompare } from './session-compare.ts'
import { SessionMenu } from './session-menu.ts'
import {
  type ElementFacts,
  INITIAL_STATE,
  type IssueLocation,
  type LoadedModel,
  type SessionHost,
  type SessionState,
} from './session-state.ts'
import { SessionTools } from './session-tools.ts'
import { SessionViews } from './session-views.ts'
import { SessionVisibility } from './session-visibility.ts'
import { formatMeasurement, type MeasurementUnits } from './units.ts'

export type { LoadedModel } from './session-state.ts'

/** Size of the LRU cache of property blocks. */
const MAX_CACHED_BLOCKS = 400
/** Memory budget of the viewer in megabytes: less on phones and small machines. */
function memoryBudget(): number {
  const { deviceMemory } = navigator as { deviceMemory?: number }
  if (matchMedia('(pointer: coarse)').matches) return 256
  return deviceMemory !== undefined && deviceMemory <= 4 ? 384 : 768
}

export interface SessionOptions {
  theme: 'light' | 'dark'
  units: MeasurementUnits
  locale: string
  /** names for screen readers */
  names: {
    sides: Record<CubeSide, string>
    cube: string
    handles: { sides: string[]; plane: string }
    cluster: (count: number) => string
  }
}

type Corrections = ReadonlyMap<string, Omit<Correction, 'header_id'>>

/**
 * State and actions of an open viewer: loaded models, selection, view. React reads `state` and calls the methods; only this
 * class and its parts access the viewer itself.
 */
export class ModelSession implements SessionHost {
  state: SessionState = INITIAL_STATE
  readonly viewer: Viewer
  readonly visibility: SessionVisibility
  readonly tools: SessionTools
  readonly colors: SessionColors
  readonly views: SessionViews
  readonly compare: SessionCompare
  readonly menu: SessionMenu
  readonly #projectId: string
  readonly #listeners = new Set<() => void>()
  readonly #addresses = new Map<string, (name: string) => string>()
  readonly #blocks = new Map<string, Promise<PropertyBlock>>()
  #reference: Manifest | null = null
  #corrections: Corrections = new Map()
  #touched: { ref: ElementRef; point: Vec3 } | null = null

  constructor(projectId: string, canvas: HTMLCanvasElement, overlay: HTMLElement, options: SessionOptions) {
    this.#projectId = projectId
    const { theme, units, locale, names } = options
    const covered = () => coveredAreas(canvas)
    this.viewer = createViewer(canvas, { overlay, theme, memory_mb: memoryBudget(), covered })
    const { viewer } = this
    for (const feature of [grid, select, isolate, viewpoints, snapshot]) viewer.use(feature as typeof select)
    viewer.use(pins, { clusterLabel: names.cluster })
    viewer.use(section, { labels: names.handles }).editing = false
    viewer.use(measure, { format: (result) => formatMeasurement(result, units, locale) })
    viewer.use(navCube, { labels: names.sides, name: names.cube })
    viewer.use(keys)
    this.visibility = new SessionVisibility(this)
    this.tools = new SessionTools(this, this.visibility)
    this.colors = new SessionColors(this, (model, index) => this.#block(model, index), locale)
    this.views = new SessionViews(this, this.tools, this.colors, this.visibility)
    this.compare = new SessionCompare(this)
    this.menu = new SessionMenu(this)
    this.#listen()
  }

  #listen() {
    const { viewer } = this
    viewer.on('selection', ({ elements }) => this.set({ selection: elements }))
    viewer.on('context-lost', ({ restored }) => this.set({ interrupted: !restored }))
    viewer.on('pick', ({ hit }) => this.touch(hit))
    viewer.on('progress', ({ model, loaded_bytes, total_bytes, done }) =>
      this.#change(model, { loaded_bytes, total_bytes, done }),
    )
    viewer.on('camera', ({ pose, moving }) => {
      const flat = pose.projection === 'orthographic'
      if (!moving) this.set({ flat, steered: viewer.steered, poseRevision: this.state.poseRevision + 1 })
      else if (flat !== this.state.flat) this.set({ flat })
    })
    viewer.on('frame', ({ at_rest }) => {
      const { memory } = viewer
      const before = this.state.memory
      if (at_rest && (memory.used_bytes !== before.used_bytes || memory.left_out !== before.left_out))
        this.set({ memory })
    })
  }

  /** Remembers the clicked element and point as the anchor of a new issue. */
  touch(hit: Pick | null) {
    this.#touched = hit && { ref: { model: hit.model, element: hit.element }, point: hit.point }
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.state

  set = (values: Partial<SessionState>) => {
    this.state = { ...this.state, ...values }
    for (const listener of this.#listeners) listener()
  }

  #change(id: string, values: Partial<LoadedModel>) {
    this.set({
      models: this.state.models.map((model) => (model.id === id ? { ...model, ...values } : model)),
    })
  }

  /**
   * Sets the model that defines the project's coordinates and the manual corrections, and moves loaded models
   * accordingly.
   */
  align(reference: Manifest | null, corrections: Corrections) {
    this.#reference = reference
    this.#corrections = corrections
    for (const model of this.state.models) {
      const setting = this.#settingOf(model.id, model.manifest)
      if (JSON.stringify(setting) === JSON.stringify(model.setting)) continue
      this.viewer.place(model.id, setting)
      this.#change(model.id, { setting })
    }
  }

  #settingOf(id: string, manifest: Manifest): Setting {
    return computePlacement(manifest, this.#reference, this.#corrections.get(id.split('@')[0] ?? id))
  }

  #addressOf(variantId: string, key: string) {
    return (name: string) => urlOf(getArtefact, { params: { id: this.#projectId, variantId, key, name } })
  }

  /** Fetches the manifest of a version. */
  async manifest(
    variant: { id: string; artefacts_key: string | null },
    signal?: AbortSignal,
  ): Promise<Manifest> {
    const address = this.#addressOf(variant.id, variant.artefacts_key ?? '')
    return (await (await fetch(address('manifest.json'), { signal: signal ?? null })).json()) as Manifest
  }

  /** Loads a version of a file in addition to the open models: the current one, or `other` for a comparison. */
  async load(header: Header, signal: AbortSignal, other?: Header['current']): Promise<void> {
    const variant = other ?? header.current
    const key = variant?.artefacts_key
    const id = other ? `${header.id}@${other.id}` : header.id
    if (!variant || !key || this.viewer.models.has(id)) return
    const address = this.#addressOf(variant.id, key)
    const { name } = header
    // The shell, shown first, is requested in parallel with the manifest that describes it.
    let shell: Promise<Uint8Array> | null = fetchBytes(address(SHELL), signal)
    shell.catch(() => {})
    try {
      const manifest = await this.manifest(variant, signal)
      if (signal.aborted || this.viewer.models.has(id)) return
      this.#addresses.set(id, address)
      const setting = this.#settingOf(id, manifest) ?? AS_IT_IS
      const total_bytes = manifest.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
      const fresh = { id, name, version: variant.version, key, is_part: isFirstStorey(variant) }
      const begun = { manifest, structure: null, setting, loaded_bytes: 0, total_bytes, done: false }
      const models = [...this.state.models, { ...fresh, ...begun }]
      this.set({
        failed: this.state.failed.filter((each) => each !== name),
        models: models.sort((a, b) => a.name.localeCompare(b.name)),
      })
      const chunk = (file: string, stop: AbortSignal, onBytes: (loaded: number) => void) => {
        const early = file === SHELL ? shell : null
        // The decoder takes ownership of the bytes: a second request has to fetch them again.
        if (early) shell = null
        return early ?? fetchBytes(address(file), stop, onBytes)
      }
      const model = this.viewer.load({ id, manifest, chunk }, { setting })
      await model.shown
      const structure = (await (await fetch(address('structure.json'), { signal })).json()) as Structure
      model.setStructure(structure)
      this.#change(id, { structure })
      await model.ready
      this.colors.refresh()
    } catch {
      if (!signal.aborted) this.set({ failed: [...this.state.failed, name] })
    }
  }

  /** Resolves when the structure of all these files is loaded; files that failed to load are not awaited. */
  whenOpen(ids: readonly string[]): Promise<void> {
    const isOpen = () => {
      const { models, failed } = this.state
      const known = models.filter(({ id, structure }) => ids.includes(id) && structure).length
      return (
        known + failed.length >= ids.length && models.every(({ id }) => id.includes('@') || ids.includes(id))
      )
    }
    return new Promise((resolve) => {
      const check = () => {
        if (!isOpen()) return
        stop()
        resolve()
      }
      const stop = this.subscribe(check)
      check()
    })
  }

  unload(id: string) {
    this.viewer.unload(id)
    const selection = this.state.selection.filter((ref) => ref.model !== id)
    if (selection.length < this.state.selection.length) this.select([...selection])
    this.set({ models: this.state.models.filter((model) => model.id !== id) })
    this.visibility.tell()
    this.colors.refresh()
  }

  facts(ref: ElementRef): ElementFacts | null {
    const model = this.state.models.find((each) => each.id === ref.model)
    const { structure } = model ?? {}
    const guid = structure?.elements.guid[ref.element]
    if (!model || !structure || guid === undefined) return null
    const { elements, classes, types, groups } = structure
    const storey = model.manifest.storeys[elements.storey[ref.element] ?? -1]
    return {
      ref,
      guid,
      name: elements.name[ref.element] ?? '',
      class: classes[elements.class[ref.element] ?? -1] ?? '',
      type: types[elements.type[ref.element] ?? -1]?.name ?? null,
      tag: elements.tag[ref.element] ?? '',
      storey: storey?.name ?? null,
      systems: groups.filter(({ members }) => members.includes(ref.element)).map(({ name }) => name),
      // the file's id, also for a version loaded for a comparison
      header_id: model.id.split('@')[0] ?? model.id,
      header_name: model.name,
      version: model.version,
    }
  }

  async #block(model: string, index: number): Promise<PropertyBlock | null> {
    const url = this.#addresses.get(model)?.(`props-${index}.json`)
    if (!url) return null
    const known = this.#blocks.get(url)
    this.#blocks.delete(url)
    const block =
      known ?? fetchBytes(url).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as PropertyBlock)
    block.catch(() => this.#blocks.delete(url))
    // move to the end: the first entry of the map is the least recently used
    this.#blocks.set(url, block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_CACHED_BLOCKS) break
      this.#blocks.delete(oldest)
    }
    return block
  }

  /** Fetches the property sets of an element. */
  async properties({ model, element }: ElementRef): Promise<PropertySet[]> {
    const index = Math.floor(element / PROPERTY_BLOCK)
    const block = await this.#block(model, index)
    const own = block?.elements[element - index * PROPERTY_BLOCK] ?? []
    return own.map((set) => block?.sets[set]).filter((set) => set !== undefined)
  }

  /** Anchor for a new issue: the last selected element, at the clicked point or at its centre. */
  place(): IssueLocation | null {
    const ref = this.state.selection.at(-1)
    if (!ref) return this.#placeWithoutElement()
    const facts = this.facts(ref)
    const touched = this.#touched
    const clicked = touched?.ref.model === ref.model && touched.ref.element === ref.element
    const box = clicked ? null : this.viewer.boxOf([ref])
    const point: Vec3 | null = clicked
      ? touched.point
      : box && [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
    if (!facts || !point) return this.#placeWithoutElement()
    return { facts, header_id: facts.header_id, version: facts.version, point }
  }

  /** Anchor without an element: the point in the centre of the view, otherwise the centre of the first model. */
  #placeWithoutElement(): IssueLocation | null {
    const hit = this.views.middle()
    const model = this.state.models.find((each) => each.id === hit?.model) ?? this.state.models[0]
    const box = model && this.viewer.models.get(model.id)?.box
    if (!model || !box) return null
    const point: Vec3 = hit?.point ?? [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
    return { facts: null, header_id: model.id, version: model.version, point }
  }

  select(refs: readonly ElementRef[], add = false) {
    if (add) this.viewer.use(select).toggle(refs)
    else this.viewer.use(select).set(refs)
  }

  drawRectangle = () => this.viewer.use(select).drawRectangle()

  fit(refs: readonly ElementRef[] = this.state.selection) {
    this.viewer.fit((refs.length > 0 && this.viewer.boxOf(refs)) || this.viewer.shownBox)
  }

  home = () => this.viewer.home()

  /** All elements of the same class or type, across all models. */
  alike(ref: ElementRef, by: 'class' | 'type'): ElementRef[] {
    const facts = this.facts(ref)
    const wanted = facts?.[by]
    if (!wanted) return []
    return this.state.models.flatMap(({ id, structure }) => {
      if (!structure) return []
      const { elements, classes, types } = structure
      const say = (element: number) =>
        by === 'class' ? classes[elements.class[element] ?? -1] : types[elements.type[element] ?? -1]?.name
      const drawn = this.viewer.models.get(id)?.drawnElements() ?? []
      return drawn.filter((element) => say(element) === wanted).map((element) => ({ model: id, element }))
    })
  }

  async showSpaces(on: boolean) {
    this.set({ spaces: on })
    await Promise.allSettled(this.state.models.map(({ id }) => this.viewer.showSpaces(id, on)))
  }

  setPins(list: readonly Pin[]) {
    this.viewer.use(pins).set(list)
  }

  markPin(id: string | null) {
    this.viewer.use(pins).mark(id)
  }

  onPin(open: (id: string) => void) {
    return this.viewer.use(pins).on('open', ({ id }) => open(id))
  }

  togglePins() {
    const layer = this.viewer.use(pins)
    layer.visible = !layer.visible
    this.set({ pinsShown: layer.visible })
  }

  /** Enables or disables single-letter shortcuts. */
  setLetters(on: boolean) {
    this.viewer.use(keys).letters = on
  }

  dispose() {
    this.viewer.dispose()
    this.#listeners.clear()
  }
}
