import type { Box, Vec3 } from '@plumbline/bim/model'
import {
  type AxisView,
  buildViewRay,
  computeDepthRange,
  createHomePose,
  fitHomePose,
  type Pose,
  projectPoint,
  type Ray,
  turnTowards,
  withProjection,
} from './camera.ts'
import { CameraRig } from './camera-rig.ts'
import { type ClippingPlane, type Plane, toPlanes } from './clipping.ts'
import { Collection, type MemoryUsage } from './collection.ts'
import { watchContext } from './context-loss.ts'
import { Controls, type GrabHandler, type Navigation } from './controls.ts'
import { Emitter } from './events.ts'
import type { ModelPlacement } from './frame.ts'
import { FrameLoop, type FrameTime } from './frame-loop.ts'
import { fitFreeArea } from './free-area.ts'
import { computeShownBox } from './home-box.ts'
import type { LoadProgress } from './loader.ts'
import { DETAIL_AT_REST, FrameBudget } from './lod.ts'
import { computeElementsBox, type ElementRef, type Model, type ModelSource } from './model.ts'
import { createOverlay } from './overlay.ts'
import { castRay, type Hit } from './pick.ts'
import { PointerTarget } from './pointer-target.ts'
import { type RenderedView, Stage } from './stage.ts'
import { PALETTES, type Theme } from './theme.ts'
import type { ViewerEvents, ViewerFeature, ViewerOptions } from './viewer-types.ts'

/** Creates a viewer on a canvas. @throws Error when the browser has no WebGL 2 */
export function createViewer(canvas: HTMLCanvasElement, options: ViewerOptions = {}): Viewer {
  return new Viewer(canvas, options)
}

/** The 3D viewer: renders models, moves the camera, picks elements. All coordinates are world metres, Z up. */
export class Viewer {
  readonly canvas: HTMLCanvasElement
  readonly overlay: HTMLElement
  readonly stage: Stage
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
  readonly #unwatch: () => void
  readonly #ownOverlay: boolean
  readonly #options: ViewerOptions
  readonly #rig = new CameraRig(fitHomePose([-10, -10, 0, 10, 10, 6], 1.6))
  readonly #loop: FrameLoop
  #clipping: readonly ClippingPlane[] = []
  #planes: Plane[] = []
  #tool: string | null = null
  #seen: { pose: Pose; moving: boolean } = { pose: this.#rig.pose, moving: false }

  constructor(canvas: HTMLCanvasElement, options: ViewerOptions) {
    this.canvas = canvas
    this.#options = options
    // Created before the stage: the decoder worker starts up while WebGL is initialised.
    this.#collection = new Collection(this, (options.memory_mb ?? 768) * 1e6, options.decoder)
    this.stage = new Stage(canvas)
    this.#ownOverlay = !options.overlay
    this.overlay = options.overlay ?? createOverlay(canvas)
    this.#loop = new FrameLoop(
      (time) => this.#advance(time),
      (moving, whole) => this.#draw(moving, whole),
      () => this.#collection.arriving,
    )
    this.#controls = new Controls(new PointerTarget(this))
    this.theme(options.theme ?? 'light')
    this.#resize = new ResizeObserver(() => this.#fitCanvas())
    this.#resize.observe(canvas)
    this.stage.warmUp()
    this.#unwatch = watchContext(this, this.#loop)
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
    this.#firstView()
    this.#collection.start(model)
    return model
  }

  /**
   * Called when more of a model is visible: fast frames while chunks arrive, a full-quality one when they are
   * complete.
   */
  grown(): void {
    this.#firstView()
    this.#loop.resume()
    this.#loop.stir(this.#collection.loading)
  }

  shrunk(): void {
    this.invalidate()
  }

  progress(progress: LoadProgress): void {
    this.emit('progress', progress)
  }

  /** Frames the loaded models until the user moves the camera. */
  #firstView(): void {
    if (!this.#rig.steered && this.mainBox) this.#rig.set(this.#homePose(this.mainBox))
  }

  /** Whether the user has moved the camera yet. */
  get steered(): boolean {
    return this.#rig.steered
  }

  /** Removes a model from the scene and frees its memory. */
  unload(id: string): void {
    this.#collection.unload(id)
    this.invalidate()
  }

  /** Shows or hides a model's spaces; they are fetched the first time. */
  showSpaces(id: string, on: boolean): Promise<void> {
    return this.#collection.showSpaces(id, on)
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

  /** Whether the camera is moving. */
  get moving(): boolean {
    return this.#seen.moving
  }

  get pose(): Pose {
    return this.#rig.pose
  }

  /** The target pose of the running camera animation, or the current pose. */
  get goal(): Pose {
    return this.#rig.goal
  }

  get still(): boolean {
    return this.#options.still ?? matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  /**
   * Moves the camera, animated over 400 ms unless `fly` is false or the system prefers reduced motion. A pose
   * that is not finite is ignored.
   */
  setPose(pose: Pose, { fly = true }: { fly?: boolean } = {}): void {
    const taken = fly && !this.still ? this.#rig.fly(pose, performance.now()) : this.#rig.set(pose)
    if (!taken) return
    this.#rig.steered = true
    this.#loop.stir()
  }

  /**
   * Moves a pose along its view direction so that a box fits into the part of the canvas that no panel covers.
   */
  framed(pose: Pose, box: Box): Pose {
    return fitFreeArea(pose, box, this.size, this.#options.covered?.() ?? [])
  }

  #homePose(box: Box): Pose {
    return { ...this.framed(createHomePose(), box), projection: this.goal.projection }
  }

  /** Fits a box, or everything shown, without changing the view direction. */
  fit(box: Box | null = this.shownBox, options: { fly?: boolean } = {}): void {
    if (box) this.setPose(this.framed(this.goal, box), options)
  }

  /** Shows the whole scene except outliers from above, looking from the south-east. */
  home(options: { fly?: boolean } = {}): void {
    if (this.mainBox) this.setPose(this.#homePose(this.mainBox), options)
  }

  /** Looks at one side of everything shown, or along a direction. */
  view(side: AxisView | Vec3): void {
    const box = this.shownBox
    if (box) this.setPose(this.framed(turnTowards(this.goal, side), box))
  }

  setProjection(projection: Pose['projection']): void {
    this.setPose(withProjection(this.goal, projection), { fly: false })
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
    this.emit('clipping', { planes: this.#clipping })
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

  /** The view ray through a canvas point, CSS pixels from its top left corner. */
  rayAt(x: number, y: number): Ray {
    const { width, height } = this.size
    return buildViewRay(this.pose, (x / width) * 2 - 1, 1 - (y / height) * 2, this.aspect)
  }

  /** The element at a canvas point; hidden, ghosted and clipped elements are skipped. */
  pick(x: number, y: number): Hit | null {
    return this.cast(this.rayAt(x, y))
  }

  cast(ray: Ray, limit = Infinity): Hit | null {
    const near = this.pose.projection === 'orthographic' ? computeDepthRange(this.pose, this.box).near : 0
    return castRay(this.models.values(), ray, this.#planes, near, limit)
  }

  /**
   * Projects a world point onto the canvas, CSS pixels; depth in metres, zero or negative behind the camera.
   */
  project(point: Vec3): { x: number; y: number; depth: number } {
    const { x, y, depth } = projectPoint(this.pose, point, this.aspect)
    const { width, height } = this.size
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth }
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

  /** Moves the camera immediately, as direct user input does. */
  steer(pose: Pose): void {
    if (!this.#rig.set(pose)) return
    this.#rig.steered = true
    this.#loop.stir()
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
    this.stage.renderer.forceContextRestore()
  }

  #viewAtRest(): RenderedView {
    const { pose, models, box } = this
    return { pose, models: models.values(), planes: this.#planes, box, detail: DETAIL_AT_REST, edges: true }
  }

  #advance({ now, elapsed_ms, continued }: FrameTime): boolean {
    // Frames that upload chunks do not predict the duration of later frames.
    if (continued && !this.#collection.loading) this.#budget.note(elapsed_ms)
    const flying = this.#rig.advance(now)
    return this.#controls.advance(elapsed_ms) || flying
  }

  #draw(moving: boolean, whole: boolean): void {
    const start = performance.now()
    const { pose } = this
    if (pose !== this.#seen.pose || moving !== this.#seen.moving) this.emit('camera', { pose, moving })
    this.#seen = { pose, moving }
    const detail = moving ? this.#budget.detail : DETAIL_AT_REST
    const view = { ...this.#viewAtRest(), detail, edges: !moving }
    const drawn = whole ? this.stage.draw(view) : this.stage.retouch(view)
    if (!moving) this.#collection.tidy(start)
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
    this.#loop.pause()
    this.#controls.dispose()
    for (const feature of [...this.#features.values()].reverse()) feature.dispose()
    this.#collection.dispose()
    this.#resize.disconnect()
    this.#unwatch()
    this.stage.dispose()
    if (this.#ownOverlay) this.overlay.remove()
    this.#events.clear()
  }
}
