import type { Box } from '@plumbline/bim/model'
import { computeDepthRange, type Pose, type Ray } from './camera.ts'
import { type ClippingPlane, type Plane, toPlanes } from './clipping.ts'
import { Collection, type MemoryUsage } from './collection.ts'
import { watchContext } from './context-loss.ts'
import { Controls, type GrabHandler, type Navigation } from './controls.ts'
import { createStage } from './create-stage.ts'
import { Emitter } from './events.ts'
import type { ModelPlacement } from './frame.ts'
import { FrameLoop, type FrameTime } from './frame-loop.ts'
import { computeShownBox } from './home-box.ts'
import type { LoadProgress } from './loader.ts'
import { DETAIL_AT_REST, FrameBudget } from './lod.ts'
import { computeElementsBox, type ElementRef, type Model, type ModelSource } from './model.ts'
import { createOverlay } from './overlay.ts'
import { castRay, type Hit, type Pick } from './pick.ts'
import { PointerTarget } from './pointer-target.ts'
import type { RenderedView, Stage } from './stage.ts'
import { PALETTES, type Theme } from './theme.ts'
import { ViewerCamera } from './viewer-camera.ts'
import type { ViewerEvents, ViewerFeature, ViewerOptions } from './viewer-types.ts'
import { watchPixelRatio } from './watch-pixel-ratio.ts'

/** Creates a viewer on a canvas. Without WebGL 2 it draws nothing, see `Viewer.draws`. */
export function createViewer(canvas: HTMLCanvasElement, options: ViewerOptions = {}): Viewer {
  return new Viewer(canvas, options)
}

/** The 3D viewer: renders models, moves the camera, picks elements. All coordinates are world metres, Z up. */
export class Viewer {
  readonly canvas: HTMLCanvasElement
  readonly overlay: HTMLElement
  readonly stage: Stage
  /** handlers of long presses, which tools continue as drags */
  readonly holds: GrabHandler[] = []
  /** find objects drawn by features at a canvas point, nearer than a distance */
  readonly pickers: ((x: number, y: number, limit: number) => Pick | null)[] = []
  /** action of a left-button drag; set by tools */
  navigation: Navigation = 'orbit'
  /** current colour theme */
  colors: Theme = 'light'
  readonly #events = new Emitter<ViewerEvents>()
  readonly #controls: Controls
  readonly #collection: Collection
  readonly #features = new Map<unknown, ViewerFeature>()
  readonly #budget = new FrameBudget()
  readonly #resize: ResizeObserver
  readonly #unwatch: (() => void)[]
  readonly #ownOverlay: boolean
  readonly #options: ViewerOptions
  readonly camera: ViewerCamera
  readonly #loop: FrameLoop
  #clipping: readonly ClippingPlane[] = []
  #planes: Plane[] = []
  #tool: string | null = null
  #disposed = false
  #seen: { pose: Pose | null; moving: boolean } = { pose: null, moving: false }

  constructor(canvas: HTMLCanvasElement, options: ViewerOptions) {
    this.canvas = canvas
    this.#options = options
    // Created before the stage: the decoder worker starts up while WebGL is initialised.
    this.#collection = new Collection(this, (options.memory_mb ?? 768) * 1e6, options.decoder)
    this.stage = createStage(canvas)
    this.#ownOverlay = !options.overlay
    this.overlay = options.overlay ?? createOverlay(canvas)
    this.#loop = new FrameLoop(
      (time) => this.#advance(time),
      (moving, whole) => this.#draw(moving, whole),
      () => this.#collection.arriving,
    )
    this.camera = new ViewerCamera(this, options, () => this.#loop.stir())
    this.#controls = new Controls(new PointerTarget(this))
    this.theme(options.theme ?? 'light')
    this.#resize = new ResizeObserver(() => this.#fitCanvas())
    this.#resize.observe(canvas)
    this.stage.warmUp()
    this.#unwatch = [watchContext(this, this.#loop), watchPixelRatio(() => this.#fitCanvas())]
  }

  on<Name extends keyof ViewerEvents>(name: Name, listener: (event: ViewerEvents[Name]) => void): () => void {
    return this.#events.on(name, listener)
  }

  emit<Name extends keyof ViewerEvents>(name: Name, event: ViewerEvents[Name]): void {
    this.#events.emit(name, event)
  }

  /**
   * Returns the viewer's single instance of a feature, created on the first call; `options` apply only then.
   */
  use<Made extends ViewerFeature, Options>(
    feature: (viewer: Viewer, options?: Options) => Made,
    options?: Options,
  ): Made {
    const had = this.#features.get(feature) as Made | undefined
    const made = had ?? feature(this, options)
    if (!had) this.#features.set(feature, made)
    return made
  }

  get models(): Map<string, Model> {
    return this.#collection.models
  }

  /** Starts loading an additional model. @throws RangeError when its id is already loaded */
  load(source: ModelSource, options: { setting?: ModelPlacement } = {}): Model {
    const model = this.#collection.load(source, options.setting)
    this.camera.showFirstView()
    this.#collection.start(model)
    return model
  }

  /** Loads the missing parts of a model again, after its loading failed. */
  reload(id: string): void {
    const model = this.models.get(id)
    if (model) this.#collection.start(model)
  }

  /**
   * Called when more of a model is visible: fast frames while chunks arrive, a full-quality one when they are
   * complete.
   */
  grown(): void {
    // Loads that end because the viewer was closed must not draw again.
    if (this.#disposed) return
    this.camera.showFirstView()
    this.#loop.start()
    this.#loop.stir(this.#collection.loading)
  }

  shrunk(): void {
    this.invalidate()
  }

  progress(progress: LoadProgress): void {
    this.emit('progress', progress)
  }

  /** Removes a model from the scene and frees its memory. */
  unload(id: string): void {
    this.#collection.unload(id)
    this.invalidate()
  }

  /** Shows or hides a model's spaces; they are fetched the first time. */
  showSpaces(id: string, on: boolean): Promise<void> {
    return this.#collection.show(id, 'spaces', on)
  }

  /** Shows or hides the holes that doors, windows and pipes need; they are fetched the first time. */
  showOpenings(id: string, on: boolean): Promise<void> {
    return this.#collection.show(id, 'openings', on)
  }

  /** Loads a model's spaces without showing them, for plans. */
  loadSpaces(id: string): Promise<void> {
    return this.#collection.loadKind(id, 'spaces')
  }

  /** Loads all that reaches into a range of heights as far as the memory budget allows, until `release` is called. */
  gather(low: number, high: number): Promise<{ missing: number; release: () => void }> {
    return this.#collection.gather(low, high)
  }

  /** Rotates and moves a model in the scene. */
  place(id: string, setting: ModelPlacement): void {
    this.#collection.place(id, setting)
  }

  get memory(): MemoryUsage {
    return this.#collection.memory
  }

  /** Memory budget for models in megabytes; invisible chunks beyond it are evicted. */
  set memory_mb(megabytes: number) {
    this.#collection.budget_bytes = megabytes * 1e6
  }

  /** World box around all models, null if there are none. */
  get box(): Box | null {
    return this.#collection.box
  }

  /** Like `box`, without outliers far from the rest. */
  get mainBox(): Box | null {
    return this.#collection.mainBox
  }

  /** Like `mainBox`, for elements that are neither hidden nor ghosted; `mainBox` if there are none. */
  get shownBox(): Box | null {
    return computeShownBox(this.models.values()) ?? this.mainBox
  }

  /** World box around elements and their parts. */
  boxOf(elements: Iterable<ElementRef>): Box | null {
    return computeElementsBox(this.models, elements)
  }

  get size(): { width: number; height: number } {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) }
  }

  get aspect(): number {
    return this.size.width / this.size.height
  }

  /** Whether the browser can draw the models. */
  get draws(): boolean {
    return this.stage.renderer !== null
  }

  /** Whether the camera is moving. */
  get moving(): boolean {
    return this.#seen.moving
  }

  get clipping(): readonly ClippingPlane[] {
    return this.#clipping
  }

  /** The clipping planes in the form used for drawing and picking. */
  get planes(): readonly Plane[] {
    return this.#planes
  }

  setClipping(planes: readonly ClippingPlane[]): void {
    this.#clipping = [...planes]
    this.#planes = toPlanes(planes)
    if (planes.length > 0 && this.draws && !this.stage.cuts) void this.#loadCuts()
    this.emit('clipping', { planes: this.#clipping })
    this.invalidate()
  }

  async #loadCuts(): Promise<void> {
    const { CutLayer } = await import('./cut-layer.ts')
    if (this.stage.cuts || this.#disposed) return
    this.stage.cuts = new CutLayer(this.stage.scene, this.stage.materials)
    this.invalidate()
  }

  get tool(): string | null {
    return this.#tool
  }

  /** Sets the tool that receives clicks; null returns them to selection. */
  setTool(tool: string | null): void {
    if (tool === this.#tool) return
    this.#tool = tool
    this.emit('tool', { tool })
  }

  theme(theme: Theme): void {
    this.colors = theme
    this.stage.materials.setPalette(PALETTES[theme])
    this.invalidate()
  }

  /** The element at a canvas point; hidden, ghosted and clipped elements are skipped. */
  pick(x: number, y: number): Hit | null {
    return this.cast(this.camera.rayAt(x, y))
  }

  /** The target of a click without a tool: the nearest element or line at a canvas point. */
  pickAny(x: number, y: number): Pick | null {
    const hit = this.pick(x, y)
    if (this.#tool !== null) return hit
    return this.pickers.reduce<Pick | null>(
      (best, picker) => picker(x, y, best?.distance ?? Infinity) ?? best,
      hit,
    )
  }

  cast(ray: Ray, limit = Infinity): Hit | null {
    const near =
      this.camera.pose.projection === 'orthographic' ? computeDepthRange(this.camera.pose, this.box).near : 0
    return castRay(this.models.values(), ray, this.#planes, near, limit)
  }

  /** Registers a drag handler that takes precedence over the camera. Returns a function that removes it. */
  grab(grab: GrabHandler): () => void {
    this.#controls.grabs.unshift(grab)
    return () => {
      const index = this.#controls.grabs.indexOf(grab)
      if (index >= 0) this.#controls.grabs.splice(index, 1)
    }
  }

  /** Calls `tick` before every frame until it returns false. */
  animate(tick: (elapsed_ms: number) => boolean): void {
    this.#loop.animate(tick)
  }

  /** Requests a frame; the viewer never draws without a request. */
  invalidate(): void {
    this.#loop.invalidate()
  }

  /** Requests a frame in which only the outlines have changed, which is far cheaper than a full one. */
  retouch(): void {
    this.#loop.retouch()
  }

  /** Renders the current view without markers into RGBA rows from the bottom up. */
  capture(width: number, height: number): Uint8Array<ArrayBuffer> {
    const pixels = this.stage.capture(this.#viewAtRest(), width, height)
    this.invalidate()
    return pixels
  }

  /** Restores a lost WebGL context if the browser allows it. */
  restoreContext(): void {
    this.stage.renderer?.forceContextRestore()
  }

  #viewAtRest(): RenderedView {
    const { models } = this
    const box = this.#collection.extent
    const { pose } = this.camera
    const hasShadow = !this.#collection.loading && (this.#options.shadow ?? !this.#budget.weak)
    const ground = hasShadow ? this.mainBox : null
    return {
      pose,
      models: [...models.values()],
      planes: this.#planes,
      box,
      detail: DETAIL_AT_REST,
      edges: true,
      ground,
    }
  }

  #advance({ now, elapsed_ms, continued }: FrameTime): boolean {
    // Frames that upload chunks do not predict the duration of later frames.
    if (continued && !this.#collection.loading) this.#budget.note(elapsed_ms)
    const flying = this.camera.advance(now)
    return this.#controls.advance(elapsed_ms) || flying
  }

  #draw(moving: boolean, whole: boolean): void {
    const start = performance.now()
    const { pose } = this.camera
    if (pose !== this.#seen.pose || moving !== this.#seen.moving) this.emit('camera', { pose, moving })
    this.#seen = { pose, moving }
    const detail = moving ? this.#budget.detail : DETAIL_AT_REST
    const rest = this.#viewAtRest()
    const view = { ...rest, detail, edges: !moving, ground: moving ? null : rest.ground }
    const drawn = whole ? this.stage.draw(view) : this.stage.retouch(view)
    if (!moving) this.#collection.tidy(start)
    if (!this.stage.cutsDone) this.invalidate()
    const { smallest_px, resolution } = detail
    this.emit('frame', {
      ...drawn,
      at_rest: !moving,
      cpu_ms: performance.now() - start,
      smallest_px,
      resolution,
    })
  }

  #fitCanvas(): void {
    const { width, height } = this.size
    this.stage.resize(width, height, Math.min(devicePixelRatio, this.#options.most_pixels ?? 2))
    // Drawn immediately, because resizing clears the canvas.
    if (this.#loop.paused) this.stage.blank(PALETTES[this.colors])
    else this.#draw(true, true)
    this.#loop.stir()
  }

  dispose(): void {
    this.#disposed = true
    this.#loop.pause()
    this.#controls.dispose()
    for (const feature of [...this.#features.values()].reverse()) feature.dispose()
    this.#collection.dispose()
    this.#resize.disconnect()
    for (const stop of this.#unwatch) stop()
    this.stage.dispose()
    if (this.#ownOverlay) this.overlay.remove()
    this.#events.clear()
  }
}
