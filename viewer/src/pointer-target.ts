import type { Vec3 } from '@plumbline/bim/model'
import { computeFocus, type Pose } from './camera.ts'
import type { CanvasDrag, CanvasPoint, ControlHost, Navigation } from './controls.ts'
import { addScaled, boxCenter, dot, subtract } from './vec.ts'
import type { Viewer } from './viewer.ts'

/** Resolves canvas gestures to the scene: picks elements, emits pointer events and moves the camera. */
export class PointerTarget implements ControlHost {
  readonly #viewer: Viewer
  #asked = false
  #pointer: CanvasPoint | null = null

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  get canvas(): HTMLCanvasElement {
    return this.#viewer.canvas
  }

  get pose(): Pose {
    return this.#viewer.camera.pose
  }

  get navigation(): Navigation {
    return this.#viewer.navigation
  }

  get still(): boolean {
    return this.#viewer.camera.still
  }

  steer(pose: Pose): void {
    this.#viewer.camera.steer(pose)
  }

  /** Pivot of a gesture: the point under the pointer, or else a point at the depth of the model's centre. */
  anchorAt(x: number, y: number): Vec3 {
    const { camera, box } = this.#viewer
    const { pose } = camera
    const hit = this.#viewer.pick(x, y)
    if (hit) return hit.point
    const ray = this.#viewer.camera.rayAt(x, y)
    const middle = box ? boxCenter(box) : computeFocus(pose)
    const depth = dot(subtract(middle, pose.eye), pose.forward)
    return addScaled(ray.origin, ray.direction, Math.max(depth, pose.focus_m * 0.2))
  }

  click(at: CanvasPoint): void {
    this.#viewer.emit('pick', { hit: this.#viewer.pickAny(at.x, at.y), at })
  }

  /**
   * A tool receives it as another click; otherwise the view is fitted to the element under the pointer, or to
   * everything.
   */
  doubleClick(at: CanvasPoint): void {
    if (this.#viewer.tool !== null) {
      this.click(at)
      return
    }
    const hit = this.#viewer.pickAny(at.x, at.y)
    this.#viewer.camera.fit(hit ? this.#viewer.boxOf([hit]) : this.#viewer.shownBox)
  }

  hold(at: CanvasPoint): CanvasDrag | null {
    for (const hold of this.#viewer.holds) {
      const drag = hold(at)
      if (drag) return drag
    }
    return null
  }

  menu(at: CanvasPoint): void {
    this.#viewer.emit('menu', { hit: this.#viewer.pickAny(at.x, at.y), at })
  }

  /** Picks at most once per frame, and not while the camera moves. */
  hover(at: CanvasPoint | null): void {
    this.#pointer = at
    if (this.#asked) return
    this.#asked = true
    requestAnimationFrame(() => {
      this.#asked = false
      const point = this.#pointer
      if (this.#viewer.moving) return
      this.#viewer.emit('hover', { hit: point && this.#viewer.pickAny(point.x, point.y), at: point })
    })
  }
}
