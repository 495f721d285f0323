import type { Box, Vec3 } from '@plumbline/bim/model'
import {
  type AxisView,
  buildViewRay,
  computeMetresPerPixel,
  createHomePose,
  fitHomePose,
  type Pose,
  pan,
  projectPoint,
  type Ray,
  turnTowards,
  withProjection,
} from './camera.ts'
import { CameraRig } from './camera-rig.ts'
import { type CanvasMiddle, findFreeMiddle, fitFreeArea } from './free-area.ts'
import { distance, dot } from './vec.ts'
import type { Viewer } from './viewer.ts'
import type { ViewerOptions } from './viewer-types.ts'

/** Canvases up to this width are phones', where panels cover most of the picture, CSS pixels. */
const NARROW_PX = 640

function isSamePose(a: Pose, b: Pose): boolean {
  return (
    a.projection === b.projection &&
    distance(a.eye, b.eye) < 1e-4 * a.focus_m &&
    dot(a.forward, b.forward) > 1 - 1e-9
  )
}

/** The viewer's camera: poses and flights, framing of boxes, and the way between canvas and world. */
export class ViewerCamera {
  readonly #viewer: Viewer
  readonly #options: Pick<ViewerOptions, 'still' | 'covered'>
  /** wakes the frame loop */
  readonly #stir: () => void
  /** the last fitted box and the pose that showed it */
  #fitted: { box: Box; pose: Pose } | null = null
  /** middle of the free part of the canvas when the view was last framed */
  #middle: CanvasMiddle | null = null
  /** the view before panels moved it, and where they moved it */
  #moved: { from: Pose; to: Pose } | null = null
  readonly #rig = new CameraRig(fitHomePose([-10, -10, 0, 10, 10, 6], 1.6))

  constructor(viewer: Viewer, options: Pick<ViewerOptions, 'still' | 'covered'>, stir: () => void) {
    this.#viewer = viewer
    this.#options = options
    this.#stir = stir
  }

  get pose(): Pose {
    return this.#rig.pose
  }

  /** The target pose of the running camera animation, or the current pose. */
  get goal(): Pose {
    return this.#rig.goal
  }

  /** Whether the user has moved the camera yet. */
  get steered(): boolean {
    return this.#rig.steered
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
    if (taken) this.#steered()
  }

  /** Shows a stored view; its middle comes to the middle of what panels leave free of a narrow canvas. */
  showStored(pose: Pose, options: { fly?: boolean } = {}): void {
    this.setPose(pose, options)
    this.#middle = findFreeMiddle(this.#viewer.size, [])
    this.reframe()
  }

  /** Moves the camera immediately, as direct user input does. */
  steer(pose: Pose): void {
    if (this.#rig.set(pose)) this.#steered()
  }

  #steered(): void {
    this.#rig.steered = true
    this.#stir()
  }

  /** Advances the running animation to time `now`. Returns true while it has not finished. */
  advance(now: number): boolean {
    return this.#rig.advance(now)
  }

  /** Moves a pose along its view direction so that a box fits into the part of the canvas that no panel covers. */
  framed(pose: Pose, box: Box): Pose {
    const covered = this.#options.covered?.() ?? []
    this.#middle = findFreeMiddle(this.#viewer.size, covered)
    // A viewpoint's angle belongs to its view only.
    const framed = fitFreeArea(
      { ...pose, fov_deg: createHomePose().fov_deg },
      box,
      this.#viewer.size,
      covered,
    )
    this.#fitted = { box, pose: framed }
    return framed
  }

  /**
   * Moves the picture when panels over the canvas open or close: a fitted view is fitted again; a view that the user chose
   * is shifted on narrow canvases, so that its centre stays in the centre of the free area.
   */
  reframe(): void {
    const from = this.#ownView
    this.#moveBesidePanels()
    this.#moved = { from, to: this.goal }
    this.#stir()
  }

  /** The view as the user set it: panels that opened and closed since do not count. */
  get #ownView(): Pose {
    const { goal } = this
    return this.#moved && isSamePose(this.#moved.to, goal) ? this.#moved.from : goal
  }

  /** Runs `work`, which must be synchronous, in the view as it was before panels moved it. */
  inOwnView<T>(work: () => T): T {
    const { pose, goal } = this
    this.#rig.set(this.#ownView)
    try {
      return work()
    } finally {
      this.#rig.set(pose)
      if (!isSamePose(pose, goal)) this.#rig.fly(goal, performance.now())
    }
  }

  #moveBesidePanels(): void {
    const before = this.#middle
    const { mainBox, size } = this.#viewer
    if (!mainBox || !before) return
    const fitted = this.#fitted
    if (!this.steered) this.showFirstView()
    else if (fitted && isSamePose(fitted.pose, this.goal)) this.fit(fitted.box)
    else if (size.width < NARROW_PX) {
      this.#middle = findFreeMiddle(size, this.#options.covered?.() ?? [])
      const metres = computeMetresPerPixel(this.goal, this.goal.focus_m, size.height)
      const [x, y] = [this.#middle.x - before.x, this.#middle.y - before.y]
      if (Math.hypot(x, y) > 4) this.setPose(pan(this.goal, -x * metres, y * metres))
    }
  }

  #homePose(box: Box): Pose {
    return { ...this.framed(createHomePose(), box), projection: this.goal.projection }
  }

  /** Frames the loaded models until the user moves the camera. */
  showFirstView(): void {
    const { mainBox } = this.#viewer
    if (!this.steered && mainBox) this.#rig.set(this.#homePose(mainBox))
  }

  /** Fits a box, or everything shown, without changing the view direction. */
  fit(box: Box | null = this.#viewer.shownBox, options: { fly?: boolean } = {}): void {
    if (box) this.setPose(this.framed(this.goal, box), options)
  }

  /** Shows the whole scene except outliers from above, looking from the south-east. */
  home(options: { fly?: boolean } = {}): void {
    const { mainBox } = this.#viewer
    if (mainBox) this.setPose(this.#homePose(mainBox), options)
  }

  /** Looks at one side of everything shown, or along a direction. */
  view(side: AxisView | Vec3): void {
    const box = this.#viewer.shownBox
    if (box) this.setPose(this.framed(turnTowards(this.goal, side), box))
  }

  setProjection(projection: Pose['projection']): void {
    this.setPose(withProjection(this.goal, projection), { fly: false })
  }

  /** The view ray through a canvas point, CSS pixels from its top left corner. */
  rayAt(x: number, y: number): Ray {
    const { width, height } = this.#viewer.size
    return buildViewRay(this.pose, (x / width) * 2 - 1, 1 - (y / height) * 2, this.#viewer.aspect)
  }

  /** Projects a world point onto the canvas, CSS pixels; depth in metres, zero or negative behind the camera. */
  project(point: Vec3): { x: number; y: number; depth: number } {
    const { x, y, depth } = projectPoint(this.pose, point, this.#viewer.aspect)
    const { width, height } = this.#viewer.size
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth }
  }
}
