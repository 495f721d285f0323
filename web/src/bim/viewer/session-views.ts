import type { ViewExtras } from '@plumbline/contract/bim/views'
import type { Component, NewIssueViewpoint, ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { GHOST, HIDDEN } from '@plumbline/viewer/element-state'
import { isolate } from '@plumbline/viewer/features/isolate'
import { type PlacedPicture, pictures } from '@plumbline/viewer/features/pictures'
import { redlines } from '@plumbline/viewer/features/redlines'
import { select } from '@plumbline/viewer/features/select'
import { snapshot } from '@plumbline/viewer/features/snapshot'
import { viewpoints } from '@plumbline/viewer/features/viewpoint'
import type { ElementRef } from '@plumbline/viewer/model'
import type { ViewerViewpoint } from '@plumbline/viewer/viewpoint'
import { isComparedModel } from './model-id.ts'
import type { SessionColors } from './session-colors.ts'
import type { SessionHost, SessionState } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'
import type { SessionVisibility } from './session-visibility.ts'
import {
  addModel,
  EMPTY_VIEW,
  formatViewParams,
  MAX_PLANES,
  MAX_SELECTED_IN_URL,
  parseElement,
  type ViewState,
} from './view-url.ts'

/** longest side of a stored picture, pixels */
const SNAPSHOT_PX = 1280
/** Largest pictures: a print of A3 at 300 dpi. Each pixel takes some 50 bytes while it is drawn with smooth edges. */
const MOST_PIXELS = 17_500_000
const MOST_SIDE_PX = 8192
/** Maximum number of elements listed in a URL; more would make it too long. */
const MAX_LISTED = 60

/** Components with an IFC GUID; others carry only ids of the authoring tool. */
const withIfcGuids = (components: Component[] = []) =>
  components.flatMap(({ ifc_guid }) => (ifc_guid === undefined ? [] : { ifc_guid }))

/** A picture placed in space by a view, with the URL of its bytes. */
export type ViewPicture = Omit<PlacedPicture, 'image'> & { url: string }

/** longest side of a displayed picture, pixels */
const PICTURE_PX = 2048

type CapturedView = ViewpointView & { snapshot?: { snapshot_type: 'png'; snapshot_data: string } }

/** Captures and restores views: as viewpoint, as snapshot, and as URL parameters. */
export class SessionViews {
  readonly #host: SessionHost
  readonly #tools: SessionTools
  readonly #colors: SessionColors
  readonly #visibility: SessionVisibility
  #before: { view: ViewpointView; pictures: readonly PlacedPicture[] } | null = null
  /** incremented with every view shown: pictures of an earlier view arriving late are dropped */
  #shown = 0
  /** incremented with every view asked for or shown */
  #asked = 0

  constructor(host: SessionHost, tools: SessionTools, colors: SessionColors, visibility: SessionVisibility) {
    this.#host = host
    this.#tools = tools
    this.#colors = colors
    this.#visibility = visibility
  }

  /** For a view that is fetched first: the returned function tells whether it is still the last requested one. */
  ask(): () => boolean {
    const mine = ++this.#asked
    return () => mine === this.#asked
  }

  /** Renders the view as a PNG, `scale` times the size of the canvas, or as large as a graphics card can hold. */
  renderPng(scale: number): Promise<Blob> {
    const { width, height } = this.#host.viewer.size
    const most = Math.min(Math.sqrt(MOST_PIXELS / (width * height)), MOST_SIDE_PX / Math.max(width, height))
    const side = (length: number) => Math.max(1, Math.round(length * Math.min(scale, most)))
    return this.#host.viewer.use(snapshot).take(side(width), side(height))
  }

  /**
   * The current view as a BCF viewpoint, with a snapshot if the browser can draw one now. A panel over the canvas, such as
   * the form that asks for the view, has no part in it.
   */
  async capture(): Promise<CapturedView> {
    const { viewer } = this.#host
    const { width, height } = viewer.size
    // drawn at once: the user may move on while the snapshot is encoded
    const [view, drawn] = viewer.camera.inOwnView(() => [
      viewer.use(viewpoints).capture(),
      // such as without a graphics context: the issue is worth more than its picture
      viewer.draws
        ? this.renderPng(Math.min(1, SNAPSHOT_PX / Math.max(width, height))).catch(() => null)
        : null,
    ])
    const blob = await drawn
    if (!blob) return view
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return { ...view, snapshot: { snapshot_type: 'png', snapshot_data: base64(bytes) } }
  }

  /** The current view as a viewpoint of an issue, with the versions that it shows. */
  async captureForIssue(): Promise<NewIssueViewpoint> {
    const models = this.#listVersions()
    return { ...(await this.capture()), models }
  }

  /** The current view as the request body of createView. */
  async captureForSaving(): Promise<{ view: CapturedView; extras: ViewExtras }> {
    const extras = this.#extras()
    return { view: await this.capture(), extras }
  }

  #listVersions(): ViewExtras['models'] {
    // a version loaded for a comparison is not part of the view
    return this.#host.state.models
      .filter(({ id }) => !isComparedModel(id))
      .map(({ id, version }) => ({ header_id: id, version }))
  }

  /** The parts of a saved view that a viewpoint does not cover. */
  #extras(): ViewExtras {
    const { storey, plan, coloring } = this.#host.state
    return {
      models: this.#listVersions(),
      storey,
      is_plan: plan,
      coloring: coloring?.by ?? null,
    }
  }

  /**
   * Restores a stored view and returns the number of its elements missing in the open models. Loads its pictures afterwards.
   * `prefers`: ids of the models that win where several have the same GlobalIds.
   */
  restore(
    view: ViewpointView,
    extras?: ViewExtras,
    inSpace: readonly ViewPicture[] = [],
    prefers: readonly string[] = [],
  ): number {
    const { viewer } = this.#host
    const before = viewer.camera.inOwnView(() => viewer.use(viewpoints).capture())
    this.#before = { view: before, pictures: viewer.use(pictures).list }
    const missing = this.#show(view, extras, prefers)
    const shown = this.#shown
    void Promise.all(inSpace.map(loadPicture)).then((found) => {
      if (shown === this.#shown) this.#setPictures(found.filter((each) => each !== null))
    })
    return missing
  }

  #setPictures(list: readonly PlacedPicture[]) {
    const feature = this.#host.viewer.use(pictures)
    feature.list = list
    this.#host.set({ pictureCount: feature.list.length })
  }

  #show(view: ViewpointView, extras?: ViewExtras, prefers: readonly string[] = []): number {
    this.#shown++
    this.#asked++
    this.#tools.orbit()
    const { components, clipping_planes = [], lines = [], ghosts, ...camera } = view
    const hints = components?.visibility.view_setup_hints
    const shown: ViewerViewpoint = {
      ...camera,
      clipping_planes,
      lines,
      ...(ghosts ? { ghosts: { ...ghosts, components: withIfcGuids(ghosts.components) } } : {}),
      components: {
        selection: withIfcGuids(components?.selection),
        // Colouring by value is computed again, so that elements of newer versions are coloured too.
        coloring: extras?.coloring
          ? []
          : (components?.coloring ?? []).map(({ color, components }) => ({
              color,
              components: withIfcGuids(components),
            })),
        visibility: {
          default_visibility: components?.visibility.default_visibility ?? true,
          exceptions: withIfcGuids(components?.visibility.exceptions),
          view_setup_hints: {
            spaces_visible: hints?.spaces_visible ?? false,
            space_boundaries_visible: false,
            openings_visible: hints?.openings_visible ?? false,
          },
        },
      },
    }
    const { missing } = this.#host.viewer.use(viewpoints).restore(shown, { prefers })
    // a newer version may have no such storey: then the view stays as it was stored
    const storey = extras?.storey ?? null
    const isKnown = storey !== null && this.#tools.storeys.some(({ name }) => name === storey)
    this.#visibility.recordStorey(isKnown ? storey : null)
    this.#host.set({
      spaces: hints?.spaces_visible ?? false,
      openings: hints?.openings_visible ?? false,
      lineCount: lines.length,
      pictureCount: 0,
    })
    if (extras?.is_plan && isKnown) this.#tools.showPlan(storey)
    if (extras?.coloring) void this.#colors.set(extras.coloring)
    else this.#colors.forget()
    this.#host.set({ viewColors: extras?.coloring ? [] : listViewColors(components?.coloring ?? []) })
    return missing
  }

  /** Removes the lines of the last restored view. */
  clearLines = () => {
    this.#host.viewer.use(redlines).lines = []
    this.#host.set({ lineCount: 0 })
  }

  /** Removes the pictures of the last restored view. */
  clearPictures = () => this.#setPictures([])

  /** Returns to the view before the last restored one. */
  restorePrevious() {
    if (!this.#before) return
    this.#show(this.#before.view)
    this.#setPictures(this.#before.pictures)
    this.#before = null
  }

  /** The current view as URL state. */
  urlState(): ViewState {
    const { viewer, state } = this.#host
    const isUntouched = !state.cameraMoved && state.selection.length === 0 && viewer.clipping.length === 0
    if (isUntouched && state.hidden + state.ghosted === 0) return EMPTY_VIEW
    return {
      pose: state.cameraMoved ? viewer.camera.goal : null,
      clipping: viewer.clipping,
      select: this.#guids(state.selection),
      ...(state.storey && !state.plan ? this.#besideStorey(state.storey) : this.#hiddenOrShown()),
      solid: this.#solid(),
      plan: state.plan,
    }
  }

  /** Whether the URL describes the current view completely. */
  get isFullyInUrl(): boolean {
    const { hidden, ghosted, coloring, viewColors, selection } = this.#host.state
    if (coloring !== null || viewColors.length > 0 || selection.length > MAX_SELECTED_IN_URL) return false
    const view = this.urlState()
    const { storey, plan, hide, only } = view
    const written = formatViewParams(view)
    if (view.clipping.length > MAX_PLANES) return false
    // lists that would make the URL too long are omitted
    if ((ghosted > 0 && !written.solid) || (hide.length > 0 && !written.hide)) return false
    return (
      hidden === 0 || hide.length > 0 || (only.length > 0 && !!written.only) || (storey !== null && !plan)
    )
  }

  /**
   * Visibility as an isolated storey plus hidden elements; falls back to `#hiddenOrShown` if elements outside it are
   * visible.
   */
  #besideStorey(name: string): Pick<ViewState, 'hide' | 'only' | 'storey'> {
    const { viewer } = this.#host
    const hidden: ElementRef[] = []
    for (const model of viewer.models.values()) {
      const inside = new Set(
        this.#tools
          .storeyElements(name)
          .filter((ref) => ref.model === model.id)
          .flatMap(({ element }) => model.withParts(element)),
      )
      for (const element of model.drawnElements()) {
        const isHidden = model.state.has(element, HIDDEN)
        if (!isHidden && !inside.has(element)) return this.#hiddenOrShown()
        if (isHidden && inside.has(element)) hidden.push({ model: model.id, element })
      }
    }
    return hidden.length <= MAX_LISTED
      ? { hide: this.#guids(hidden), only: [], storey: name }
      : this.#hiddenOrShown()
  }

  #guids(refs: readonly ElementRef[]): string[] {
    const { models } = this.#host.viewer
    return refs.flatMap(({ model, element }) => {
      const guid = models.get(model)?.guidOf(element)
      return guid === undefined ? [] : models.size > 1 ? addModel(guid, model) : guid
    })
  }

  /** The shorter list of hidden or of shown elements; empty if both are too long. */
  #hiddenOrShown(): Pick<ViewState, 'hide' | 'only' | 'storey'> {
    const storey = this.#host.state.plan ? this.#host.state.storey : null
    if (this.#host.state.hidden === 0) return { hide: [], only: [], storey }
    const hidden: ElementRef[] = []
    const shown: ElementRef[] = []
    for (const model of this.#host.viewer.models.values())
      for (const element of model.drawnElements()) {
        const list = model.state.has(element, HIDDEN) ? hidden : shown
        list.push({ model: model.id, element })
      }
    if (hidden.length <= MAX_LISTED) return { hide: this.#guids(hidden), only: [], storey }
    // usable only if no other element is ghosted
    const isAlone = shown.length <= MAX_LISTED && this.#host.state.ghosted === 0
    const only = isAlone ? this.#guids(shown) : []
    return { hide: [], only, storey }
  }

  /** The elements that are not ghosted; empty if there are too many. */
  #solid(): string[] {
    if (this.#host.state.ghosted === 0) return []
    const solid: ElementRef[] = []
    for (const model of this.#host.viewer.models.values())
      for (const element of model.drawnElements()) {
        if (!model.state.has(element, GHOST)) solid.push({ model: model.id, element })
        if (solid.length > MAX_LISTED) return []
      }
    return this.#guids(solid)
  }

  /** The elements of a URL entry: of its model, or of all models if it names none. */
  #find(entry: string): ElementRef[] {
    const { modelEnd, guid } = parseElement(entry)
    const found = [...this.#host.viewer.models.values()].flatMap((model) =>
      model.elementsOf(guid).map((element) => ({ model: model.id, element })),
    )
    const meant = modelEnd ? found.filter(({ model }) => model.endsWith(modelEnd)) : []
    return meant.length > 0 ? meant : found
  }

  #refs = (entries: readonly string[]): ElementRef[] => entries.flatMap((entry) => this.#find(entry))

  /**
   * Restores URL state; zooms to the selection if there is no camera. Returns the number of selected elements not found.
   */
  restoreUrlState(state: ViewState): number {
    const { viewer } = this.#host
    if (state.storey && !state.plan) this.#tools.showStorey(state.storey)
    if (state.plan) this.#tools.showPlan(state.storey ?? undefined)
    else if (state.clipping.length > 0) viewer.setClipping(state.clipping)
    // before hiding, because it shows all elements
    if (state.solid.length > 0) viewer.use(isolate).ghostOthers(this.#refs(state.solid))
    if (state.hide.length > 0) viewer.use(isolate).hide(this.#refs(state.hide))
    if (state.only.length > 0) viewer.use(isolate).isolate(this.#refs(state.only))
    this.#visibility.clearHistory()
    const selected = this.#refs(state.select)
    if (selected.length > 0) viewer.use(select).set(selected)
    if (state.pose) viewer.camera.setPose(state.pose, { fly: false })
    else if (selected.length > 0) viewer.camera.fit(viewer.boxOf(selected) ?? viewer.box, { fly: false })
    return state.select.filter((entry) => this.#find(entry).length === 0).length
  }
}

/** The colours of a view with the number of their elements, for its legend. */
function listViewColors(
  coloring: readonly { color: string; components: readonly Component[] }[],
): SessionState['viewColors'] {
  return coloring
    .filter(({ components }) => components.length > 0)
    .map(({ color, components }) => ({ color: `#${color.slice(-6)}`, count: components.length }))
}

/** Loads a picture, scaled down to PICTURE_PX; null if it is not available. */
async function loadPicture({ url, ...place }: ViewPicture): Promise<PlacedPicture | null> {
  try {
    const response = await fetch(url)
    if (!response.ok) return null
    const whole = await createImageBitmap(await response.blob(), { premultiplyAlpha: 'none' })
    const { width, height } = whole
    const scale = PICTURE_PX / Math.max(width, height)
    if (scale >= 1) return { ...place, image: whole }
    const resizeWidth = Math.max(1, Math.round(width * scale))
    const resizeHeight = Math.max(1, Math.round(height * scale))
    const image = await createImageBitmap(whole, { resizeWidth, resizeHeight, premultiplyAlpha: 'none' })
    whole.close()
    return { ...place, image }
  } catch {
    return null
  }
}

/** Encodes bytes as base64, in chunks that fit the argument limit of a call. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
