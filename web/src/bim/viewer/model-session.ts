import type { Manifest, PropertyBlock, PropertySet, Structure, Vec3 } from '@plumbline/bim/model'
import { PROPERTY_BLOCK } from '@plumbline/bim/model'
import type { Header } from '@plumbline/contract/bim'
import { getArtefact } from '@plumbline/contract/bim'
import type { ViewpointView } from '@plumbline/contract/viewpoints'
import { grid } from '@plumbline/viewer/features/grid'
import { isolate } from '@plumbline/viewer/features/isolate'
import { type Pin, pins } from '@plumbline/viewer/features/pins'
import { section } from '@plumbline/viewer/features/section'
import { select } from '@plumbline/viewer/features/select'
import { snapshot } from '@plumbline/viewer/features/snapshot'
import { viewpoints } from '@plumbline/viewer/features/viewpoint'
import type { ElementRef } from '@plumbline/viewer/model'
import { createViewer, type Viewer } from '@plumbline/viewer/viewer'
import { ApiError, urlOf } from '../../api/client.ts'

/**
 * What is open in the viewer: the loaded models, the selection, the view. React reads `state` and calls the methods; the
 * viewer itself is reached only here.
 */

export interface LoadedModel {
  /** the file's id; the viewer knows the model by it */
  id: string
  name: string
  version: number
  manifest: Manifest
  structure: Structure | null
  loaded_bytes: number
  total_bytes: number
  done: boolean
}

export interface SessionState {
  models: readonly LoadedModel[]
  selection: readonly ElementRef[]
  hidden: number
  ghosted: number
  sectioned: boolean
  pinsShown: boolean
  interrupted: boolean
  failed: readonly string[]
}

/** One element in words, for the panel, the live text and new issues. */
export interface ElementFacts {
  ref: ElementRef
  guid: string
  name: string
  class: string
  type: string | null
  storey: string | null
  header_id: string
  header_name: string
  version: number
}

/** Where a new issue is: the element and the point on it that was last touched. */
export interface Place {
  facts: ElementFacts | null
  header_id: string
  version: number
  point: Vec3
}

const START: SessionState = {
  models: [],
  selection: [],
  hidden: 0,
  ghosted: 0,
  sectioned: false,
  pinsShown: true,
  interrupted: false,
  failed: [],
}
/** longest side of an issue's picture, pixels */
const SNAPSHOT_PX = 1280

async function fetchBytes(url: string, signal?: AbortSignal, onBytes?: (loaded: number) => void) {
  const response = await fetch(url, { signal: signal ?? null, credentials: 'same-origin' })
  if (!response.ok) throw new ApiError(response.status, {})
  if (!onBytes || !response.body) return new Uint8Array(await response.arrayBuffer())
  const pieces: Uint8Array[] = []
  let loaded = 0
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    loaded += piece.length
    onBytes(loaded)
  }
  const whole = new Uint8Array(loaded)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

export class ModelSession {
  state: SessionState = START
  readonly viewer: Viewer
  readonly #projectId: string
  readonly #listeners = new Set<() => void>()
  readonly #addresses = new Map<string, (name: string) => string>()
  readonly #blocks = new Map<string, Promise<PropertyBlock>>()
  #touched: { ref: ElementRef; point: Vec3 } | null = null

  constructor(projectId: string, canvas: HTMLCanvasElement, overlay: HTMLElement, theme: 'light' | 'dark') {
    this.#projectId = projectId
    this.viewer = createViewer(canvas, { overlay, theme })
    const { viewer } = this
    for (const feature of [grid, select, isolate, viewpoints, snapshot]) viewer.use(feature as typeof select)
    viewer.use(pins)
    viewer.use(section).editing = false
    viewer.on('selection', ({ elements }) => this.#set({ selection: elements }))
    viewer.on('visibility', ({ hidden, ghosted }) => this.#set({ hidden, ghosted }))
    viewer.on('clipping', ({ planes }) => this.#set({ sectioned: planes.length > 0 }))
    viewer.on('context-lost', ({ restored }) => this.#set({ interrupted: !restored }))
    viewer.on('pick', ({ hit }) => {
      this.#touched = hit && { ref: { model: hit.model, element: hit.element }, point: hit.point }
    })
    viewer.on('progress', ({ model, loaded_bytes, total_bytes, done }) =>
      this.#change(model, { loaded_bytes, total_bytes, done }),
    )
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.state

  #set(values: Partial<SessionState>) {
    this.state = { ...this.state, ...values }
    for (const listener of this.#listeners) listener()
  }

  #change(id: string, values: Partial<LoadedModel>) {
    this.#set({
      models: this.state.models.map((model) => (model.id === id ? { ...model, ...values } : model)),
    })
  }

  /** Loads the current version of a file beside what is open. */
  async load(header: Header, signal: AbortSignal): Promise<void> {
    const variant = header.current
    const key = variant?.artefacts_key
    if (!variant || !key || this.viewer.models.has(header.id)) return
    const address = (name: string) =>
      urlOf(getArtefact, { params: { id: this.#projectId, variantId: variant.id, key, name } })
    try {
      const manifest = (await (await fetch(address('manifest.json'), { signal })).json()) as Manifest
      if (signal.aborted || this.viewer.models.has(header.id)) return
      this.#addresses.set(header.id, address)
      const { name } = header
      const total_bytes = manifest.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
      const fresh = { id: header.id, name, version: variant.version, manifest, structure: null }
      const models = [...this.state.models, { ...fresh, loaded_bytes: 0, total_bytes, done: false }]
      this.#set({ models: models.sort((a, b) => a.name.localeCompare(b.name)) })
      const model = this.viewer.load({
        id: header.id,
        manifest,
        chunk: (file, stop, onBytes) => fetchBytes(address(file), stop, onBytes),
      })
      await model.shown
      const structure = (await (await fetch(address('structure.json'), { signal })).json()) as Structure
      model.setStructure(structure)
      this.#change(header.id, { structure })
      await model.ready
    } catch {
      if (!signal.aborted) this.#set({ failed: [...this.state.failed, header.name] })
    }
  }

  unload(id: string) {
    this.viewer.unload(id)
    this.#set({ models: this.state.models.filter((model) => model.id !== id) })
  }

  /** Resolves when everything that is being loaded is on screen. */
  async loaded(): Promise<void> {
    await Promise.allSettled([...this.viewer.models.values()].map((model) => model.ready))
  }

  facts(ref: ElementRef): ElementFacts | null {
    const model = this.state.models.find((each) => each.id === ref.model)
    const { structure } = model ?? {}
    const guid = structure?.elements.guid[ref.element]
    if (!model || !structure || guid === undefined) return null
    const { elements, classes, types } = structure
    const storey = model.manifest.storeys[elements.storey[ref.element] ?? -1]
    return {
      ref,
      guid,
      name: elements.name[ref.element] ?? '',
      class: classes[elements.class[ref.element] ?? -1] ?? '',
      type: types[elements.type[ref.element] ?? -1]?.name ?? null,
      storey: storey?.name ?? null,
      header_id: model.id,
      header_name: model.name,
      version: model.version,
    }
  }

  /** The property sets of an element; its block is fetched once. */
  async properties({ model, element }: ElementRef): Promise<PropertySet[]> {
    const index = Math.floor(element / PROPERTY_BLOCK)
    const url = this.#addresses.get(model)?.(`props-${index}.json`)
    if (!url) return []
    let block = this.#blocks.get(url)
    if (!block) {
      block = fetchBytes(url).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as PropertyBlock)
      block.catch(() => this.#blocks.delete(url))
      this.#blocks.set(url, block)
    }
    const { sets, elements } = await block
    const own = elements[element - index * PROPERTY_BLOCK] ?? []
    return own.map((set) => sets[set]).filter((set) => set !== undefined)
  }

  /** The element a new issue is about: the last one selected, at the point that was clicked if it was. */
  place(): Place | null {
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

  /** What lies in the middle of the view, else the middle of the first model. */
  #placeWithoutElement(): Place | null {
    const { width, height } = this.viewer.size
    const hit = this.viewer.pick(width / 2, height / 2)
    const model = this.state.models.find((each) => each.id === hit?.model) ?? this.state.models[0]
    const box = model?.manifest.box
    if (!model || !box) return null
    const point: Vec3 = hit?.point ?? [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2]
    return { facts: null, header_id: model.id, version: model.version, point }
  }

  /** The view in BCF's terms with its picture, as createIssue takes it. */
  async capture(): Promise<ViewpointView & { snapshot: { snapshot_type: 'png'; snapshot_data: string } }> {
    const { width, height } = this.viewer.size
    const scale = Math.min(1, SNAPSHOT_PX / Math.max(width, height))
    const side = (length: number) => Math.max(1, Math.round(length * scale))
    const blob = await this.viewer.use(snapshot).take(side(width), side(height))
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const view = this.viewer.use(viewpoints).capture()
    return { ...view, snapshot: { snapshot_type: 'png', snapshot_data: base64(bytes) } }
  }

  /** Shows a stored view; answers how many of its elements no open model has. */
  restore(view: ViewpointView): number {
    const { components, clipping_planes = [], ...camera } = view
    const whole = {
      ...camera,
      clipping_planes,
      components: {
        selection: components?.selection ?? [],
        coloring: components?.coloring ?? [],
        visibility: {
          default_visibility: components?.visibility.default_visibility ?? true,
          exceptions: components?.visibility.exceptions ?? [],
          view_setup_hints: {
            spaces_visible: components?.visibility.view_setup_hints?.spaces_visible ?? false,
            space_boundaries_visible: false,
            openings_visible: false,
          },
        },
      },
    }
    return this.viewer.use(viewpoints).restore(whole).missing
  }

  select(refs: ElementRef[], add = false) {
    if (add) this.viewer.use(select).toggle(refs)
    else this.viewer.use(select).set(refs)
  }

  fit(refs: readonly ElementRef[] = this.state.selection) {
    this.viewer.fit((refs.length > 0 && this.viewer.boxOf(refs)) || this.viewer.box)
  }

  home = () => this.viewer.home()
  hide = () => this.viewer.use(isolate).hide()
  isolate = () => this.viewer.use(isolate).isolate()
  ghost = () => this.viewer.use(isolate).ghostOthers()
  showAll = () => this.viewer.use(isolate).showAll()

  /** A section box around the selection or everything; off when there is one. */
  toggleSection() {
    const tool = this.viewer.use(section)
    const { selection, sectioned } = this.state
    tool.editing = !sectioned
    if (sectioned) tool.reset()
    else tool.setBox(selection.length > 0 ? this.viewer.boxOf(selection) : undefined)
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
    this.#set({ pinsShown: layer.visible })
  }

  dispose() {
    this.viewer.dispose()
    this.#listeners.clear()
  }
}

/** Bytes as base64, in pieces that a call's arguments can hold. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
