import type { Box, Vec3 } from '@plumbline/bim/model'
import {
  type AxisView,
  depthRange,
  facing,
  homePose,
  homeward,
  type Pose,
  project,
  projected,
  type Ray,
  rayThrough,
} from './camera.ts'
import { type ClippingPlane, type Plane, toPlanes } from './clipping.ts'
import { Collection, type Memory } from './collection.ts'
import { watchContext } from './context-loss.ts'
import { Controls, type Grab, type Navigation } from './controls.ts'
import { Emitter } from './events.ts'
import type { Setting } from './frame.ts'
import { FrameLoop, type FrameTime } from './frame-loop.ts'
import { fitFree } from './free-area.ts'
import { shownBox } from './home-box.ts'
import type { LoadProgress } from './loader.ts'
import { AT_REST, FrameBudget } from './lod.ts'
import { boxOfElements, type ElementRef, type Model, type ModelSource } from './model.ts'
import { overlayBeside } from './overlay.ts'
import { castRay, type Hit } from './pick.ts'
import { Pointing } from './pointing.ts'
import { Rig } from './rig.ts'
import { Stage, type View } from './stage.ts'
import { PALETTES, type Theme } from './theme.ts'
import type { Feature, ViewerEvents, ViewerOptions } from './viewer-types.ts'

/** Makes a viewer draw on a canvas. @throws Error when the browser has no WebGL 2 */
export function createViewer(canvas: HTMLCanvasElement, options: ViewerOptions = {}): Viewer {
  return new Viewer(canvas, options)
}

/** Draws models, moves the camera, finds what is under the pointer. All coordinates are world metres, Z up. */
export class Viewer {
  readonly canvas: HTMLCanvasElement
  readonly overlay: HTMLElement
  readonly stage: Stage
  /** what a drag with the left button does; set by tools */
  navigation: Navigation = 'orbit'
  /** as set by `theme` */
  colors: Theme = 'light'
  readonly #events = new Emitter<ViewerEvents>()
  readonly #controls: Controls
  readonly #collection: Collection
  readonly #features = new Map<unknown, Feature>()
  readonly #budget = new FrameBudget()
  readonly #resize: ResizeObserver
  readonly #unwatch: () => void
  readonly #ownOverlay: boolean
  readonly #options: ViewerOptions
  readonly #rig = new Rig(homePose([-10, -10, 0, 10, 10, 6], 1.6))
  readonly #loop: FrameLoop
  #clipping: readonly ClippingPlane[] = []
  #planes: Plane[] = []
  #tool: string | null = null
  #seen: { pose: Pose; moving: boolean } = { pose: this.#rig.pose, moving: false }

  constructor(canvas: HTMLCanvasElement, options: ViewerOptions) {
    this.canvas = canvas
    this.#options = options
    // Before the canvas: its decoder's thread starts while the graphics are made ready.
    this.#collection = new Collection(this, (options.memory_mb ?? 768) * 1e6, options.decoder)
    this.stage = new Stage(canvas)
    this.#ownOverlay = !options.overlay
    this.overlay = options.overlay ?? overlayBeside(canvas)
    this.#loop = new FrameLoop(
      (time) => this.#advance(time),
      (moving, whole) => this.#draw(moving, whole),
      () => this.#collection.arriving,
    )
    this.#controls = new Controls(new Pointing(this))
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

  /** The feature's one instance on this viewer, made on the first call; options count only then. */
  use<Made extends Feature, Options>(
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

  /** Starts loading a model beside those that are here. @throws RangeError when its id is already loaded */
  load(source: ModelSource, options: { setting?: Setting } = {}): Model {
    const model = this.#collection.load(source, options.setting)
    this.#firstView()
    this.#collection.start(model)
    return model
  }

  /** More can be seen: quick pictures while parts arrive, a careful one when they are here. */
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

  /** Until somebody moves the camera it shows what there is. */
  #firstView(): void {
    if (!this.#rig.steered && this.mainBox) this.#rig.set(this.#homePose(this.mainBox))
  }

  /** Whether anybody has moved the camera yet. */
  get steered(): boolean {
    return this.#rig.steered
  }

  /** Takes a model out of the picture and its memory back. */
  unload(id: string): void {
    this.#collection.unload(id)
    this.invalidate()
  }

  /** Draws a model's spaces, fetching them the first time, or leaves them out. */
  showSpaces(id: string, on: boolean): Promise<void> {
    return this.#collection.showSpaces(id, on)
  }

  /** Turns and moves a model in the scene. */
  place(id: string, setting: Setting): void {
    this.#collection.place(id, setting)
  }

  get memory(): Memory {
    return this.#collection.memory
  }

  /** How much models may take; what nobody sees is let go of above it. */
  set memory_mb(megabytes: number) {
    this.#collection.budget_bytes = megabytes * 1e6
  }

  /** World box around all models, null when there is nothing. */
  get box(): Box | null {
    return this.#collection.box
  }

  /** As `box`, without strays far out. */
  get mainBox(): Box | null {
    return this.#collection.mainBox
  }

  /** As `mainBox`, of what is neither hidden nor faded; that when there is nothing else. */
  get shownBox(): Box | null {
    return shownBox(this.models.values()) ?? this.mainBox
  }

  /** World box around elements and their parts. */
  boxOf(elements: Iterable<ElementRef>): Box | null {
    return boxOfElements(this.models, elements)
  }

  get size(): { width: number; height: number } {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) }
  }

  get aspect(): number {
    return this.size.width / this.size.height
  }

  /** Whether the picture is in motion. */
  get moving(): boolean {
    return this.#seen.moving
  }

  get pose(): Pose {
    return this.#rig.pose
  }

  /** Where the camera is or is flying to. */
  get goal(): Pose {
    return this.#rig.goal
  }

  get still(): boolean {
    return this.#options.still ?? matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  /** Moves the camera, in 400 ms unless told or the system wants no motion. A pose that is not finite is ignored. */
  setPose(pose: Pose, { fly = true }: { fly?: boolean } = {}): void {
    const taken = fly && !this.still ? this.#rig.fly(pose, performance.now()) : this.#rig.set(pose)
    if (!taken) return
    this.#rig.steered = true
    this.#loop.stir()
  }

  /** The pose moved so that a box is seen whole where nothing lies over the canvas. */
  framed(pose: Pose, box: Box): Pose {
    return fitFree(pose, box, this.size, this.#options.covered?.() ?? [])
  }

  #homePose(box: Box): Pose {
    return { ...this.framed(homeward(), box), projection: this.goal.projection }
  }

  /** Shows a box, or all that is shown, from the present direction. */
  fit(box: Box | null = this.shownBox, options: { fly?: boolean } = {}): void {
    if (box) this.setPose(this.framed(this.goal, box), options)
  }

  /** Everything but strays far out, from the south-east, above. */
  home(options: { fly?: boolean } = {}): void {
    if (this.mainBox) this.setPose(this.#homePose(this.mainBox), options)
  }

  /** Looks at a side of all that is shown, or at it along a direction. */
  view(side: AxisView | Vec3): void {
    const box = this.shownBox
    if (box) this.setPose(this.framed(facing(this.goal, side), box))
  }

  setProjection(projection: Pose['projection']): void {
    this.setPose(projected(this.goal, projection), { fly: false })
  }

  get clipping(): readonly ClippingPlane[] {
    return this.#clipping
  }

  /** The planes as drawing and picking use them. */
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

  /** Names the tool that clicks belong to; null gives them back to selecting. */
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

  /** The line of sight through a point of the canvas, CSS pixels from its top left corner. */
  rayAt(x: number, y: number): Ray {
    const { width, height } = this.size
    return rayThrough(this.pose, (x / width) * 2 - 1, 1 - (y / height) * 2, this.aspect)
  }

  /** What is visible at a point of the canvas; hidden, ghosted and cut away things are not met. */
  pick(x: number, y: number): Hit | null {
    return this.cast(this.rayAt(x, y))
  }

  cast(ray: Ray, limit = Infinity): Hit | null {
    const near = this.pose.projection === 'orthographic' ? depthRange(this.pose, this.box).near : 0
    return castRay(this.models.values(), ray, this.#planes, near, limit)
  }

  /** Where a world point falls on the canvas, CSS pixels; depth in metres, not positive behind the camera. */
  project(point: Vec3): { x: number; y: number; depth: number } {
    const { x, y, depth } = project(this.pose, point, this.aspect)
    const { width, height } = this.size
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth }
  }

  /** Lets a feature take drags before the camera does. Returns the function that stops it. */
  grab(grab: Grab): () => void {
    this.#controls.grabs.unshift(grab)
    return () => {
      const index = this.#controls.grabs.indexOf(grab)
      if (index >= 0) this.#controls.grabs.splice(index, 1)
    }
  }

  /** Calls back before every frame until it returns false; for movement that lasts. */
  animate(tick: (elapsed_ms: number) => boolean): void {
    this.#loop.animate(tick)
  }

  /** Moves the camera at once, as by hand. */
  steer(pose: Pose): void {
    if (!this.#rig.set(pose)) return
    this.#rig.steered = true
    this.#loop.stir()
  }

  /** Has a frame drawn; nothing is drawn without being asked for. */
  invalidate(): void {
    this.#loop.invalidate()
  }

  /** Has a frame drawn in which only outlines have changed: far cheaper than a whole one. */
  retouch(): void {
    this.#loop.retouch()
  }

  /** The current view as RGBA rows from the bottom up, without markers. */
  capture(width: number, height: number): Uint8Array<ArrayBuffer> {
    const pixels = this.stage.capture(this.#viewAtRest(), width, height)
    this.invalidate()
    return pixels
  }

  /** Brings a lost WebGL context back, when the browser can. */
  restoreContext(): void {
    this.stage.renderer.forceContextRestore()
  }

  #viewAtRest(): View {
    const { pose, models, box } = this
    return { pose, models: models.values(), planes: this.#planes, box, detail: AT_REST, edges: true }
  }

  #advance({ now, elapsed_ms, continued }: FrameTime): boolean {
    // Frames that take in parts of a model say nothing of how long the next ones will take.
    if (continued && !this.#collection.loading) this.#budget.note(elapsed_ms)
    const flying = this.#rig.advance(now)
    return this.#controls.advance(elapsed_ms) || flying
  }

  #draw(moving: boolean, whole: boolean): void {
    const start = performance.now()
    const { pose } = this
    if (pose !== this.#seen.pose || moving !== this.#seen.moving) this.emit('camera', { pose, moving })
    this.#seen = { pose, moving }
    const detail = moving ? this.#budget.detail : AT_REST
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
    // Drawn at once, because a canvas is empty after its size has changed.
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
