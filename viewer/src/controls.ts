import type { Vec3 } from '@plumbline/bim/model'
import { computeMetresPerPixel, orbit, type Pose, pan, turnInPlace, zoom } from './camera.ts'
import { dot, subtract } from './vec.ts'

/** A pointer position on the canvas in CSS pixels from its top left corner, with the modifier keys held. */
export interface CanvasPoint {
  x: number
  y: number
  ctrl: boolean
  shift: boolean
  alt: boolean
  pointer: 'mouse' | 'touch' | 'pen'
}

/** Callbacks of a feature that handles a drag. */
export interface CanvasDrag {
  move(to: CanvasPoint): void
  /** `kept` is false when the drag was cancelled */
  end(kept: boolean): void
}

/**
 * Called when a drag starts with the left button or one finger; returns null to leave the drag to the camera.
 */
export type GrabHandler = (from: CanvasPoint) => CanvasDrag | null

/** Camera action of a drag with the left button or one finger. */
export type Navigation = 'orbit' | 'pan' | 'look'

/** The viewer as the controls need it. */
export interface ControlHost {
  readonly canvas: HTMLCanvasElement
  readonly pose: Pose
  /** the scene point around which a gesture starting here rotates or pans */
  anchorAt(x: number, y: number): Vec3
  /** applies a pose from direct user input */
  steer(pose: Pose): void
  click(at: CanvasPoint): void
  doubleClick(at: CanvasPoint): void
  menu(at: CanvasPoint): void
  /** a long press; a tool may continue it as a drag, otherwise it opens the menu */
  hold(at: CanvasPoint): CanvasDrag | null
  hover(at: CanvasPoint | null): void
  readonly navigation: Navigation
  readonly still: boolean
}

const CLICK_PX = 5
const DOUBLE_MS = 350
const LONG_PRESS_MS = 550
/** Rotation for a drag across the shorter side of the canvas, in radians. */
const TURN = 3.4
/** Time constant of the smoothed wheel zoom. */
const WHEEL_MS = 55
const WHEEL_STEP = 0.0016
const PASS_THROUGH_M = 0.04

/** Converts pointer, wheel and touch input into camera poses. */
export class Controls {
  readonly grabs: GrabHandler[] = []
  readonly #host: ControlHost
  readonly #fingers = new Map<number, CanvasPoint>()
  readonly #stop = new AbortController()
  #button: 'turn' | 'pan' | null = null
  #start: CanvasPoint | null = null
  #moved = false
  #anchor: Vec3 = [0, 0, 0]
  #drag: CanvasDrag | null = null
  #lastClick: { at: CanvasPoint; time: number } | null = null
  #press = 0
  #wheel = { left: 0, x: 0, y: 0, anchor: [0, 0, 0] as Vec3, time: 0 }

  constructor(host: ControlHost) {
    this.#host = host
    const { canvas } = host
    const { signal } = this.#stop
    canvas.style.touchAction = 'none'
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#up(event, true), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#up(event, false), { signal })
    canvas.addEventListener('pointerleave', () => this.#host.hover(null), { signal })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    canvas.addEventListener('wheel', (event) => this.#turnWheel(event), { signal, passive: false })
  }

  dispose(): void {
    clearTimeout(this.#press)
    this.#stop.abort()
  }

  #down(event: PointerEvent): void {
    const at = pointOf(event, this.#host.canvas)
    this.#host.canvas.setPointerCapture(event.pointerId)
    this.#fingers.set(event.pointerId, at)
    clearTimeout(this.#press)
    if (this.#fingers.size > 1) {
      this.#drag?.end(false)
      this.#drag = null
      this.#moved = true
      this.#anchor = this.#host.anchorAt(...this.#middle())
      return
    }
    this.#start = at
    this.#moved = false
    const sideways = event.button === 1 || event.button === 2 || (event.shiftKey && !event.altKey)
    this.#button = sideways ? 'pan' : 'turn'
    if (event.button === 0) this.#drag = this.#firstGrab(at)
    if (!this.#drag) this.#anchor = this.#host.anchorAt(at.x, at.y)
    if (at.pointer !== 'mouse') this.#press = window.setTimeout(() => this.#longPress(), LONG_PRESS_MS)
  }

  #firstGrab(at: CanvasPoint): CanvasDrag | null {
    for (const grab of this.grabs) {
      const drag = grab(at)
      if (drag) return drag
    }
    return null
  }

  #longPress(): void {
    if (!this.#start || this.#moved) return
    const at = this.#start
    this.#drag = this.#host.hold(at) ?? this.#drag
    if (this.#drag) {
      this.#moved = true
      return
    }
    this.#start = null
    this.#host.menu(at)
  }

  #move(event: PointerEvent): void {
    const at = pointOf(event, this.#host.canvas)
    const before = this.#fingers.get(event.pointerId)
    if (!before) {
      this.#host.hover(at)
      return
    }
    if (this.#fingers.size === 2) {
      this.#pinch(event.pointerId, at)
      return
    }
    this.#fingers.set(event.pointerId, at)
    if (!this.#start) return
    if (!this.#moved && Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < CLICK_PX) return
    clearTimeout(this.#press)
    // The first move is measured from the pointer-down position, so that the click threshold is not lost from
    // the drag.
    const from = this.#moved ? before : this.#start
    this.#moved = true
    if (this.#drag) this.#drag.move(at)
    else if (this.#button === 'pan' || this.#host.navigation === 'pan') this.#slide(from, at)
    else this.#turn(from, at)
  }

  #turn(from: CanvasPoint, to: CanvasPoint): void {
    const { pose, canvas, navigation } = this.#host
    const unit = TURN / Math.max(200, Math.min(canvas.clientWidth, canvas.clientHeight))
    const yaw = (from.x - to.x) * unit
    const pitch = (from.y - to.y) * unit
    this.#host.steer(
      navigation === 'look'
        ? turnInPlace(pose, -yaw * 0.6, -pitch * 0.6)
        : orbit(pose, this.#anchor, yaw, pitch),
    )
  }

  #slide(from: CanvasPoint, to: CanvasPoint): void {
    const { pose, canvas } = this.#host
    const depth = dot(subtract(this.#anchor, pose.eye), pose.forward)
    const metres = computeMetresPerPixel(pose, Math.max(depth, 0.1), canvas.clientHeight)
    this.#host.steer(pan(pose, (from.x - to.x) * metres, (to.y - from.y) * metres))
  }

  #middle(): [x: number, y: number] {
    const points = [...this.#fingers.values()]
    const mean = (pick: (point: CanvasPoint) => number) =>
      points.reduce((sum, point) => sum + pick(point), 0) / Math.max(1, points.length)
    return [mean((point) => point.x), mean((point) => point.y)]
  }

  #spread(): number {
    const [a, b] = [...this.#fingers.values()]
    return a && b ? Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)) : 10
  }

  #pinch(id: number, at: CanvasPoint): void {
    const [x, y] = this.#middle()
    const spread = this.#spread()
    this.#fingers.set(id, at)
    const [toX, toY] = this.#middle()
    this.#slide({ ...at, x, y }, { ...at, x: toX, y: toY })
    this.#host.steer(zoom(this.#host.pose, this.#anchor, spread / this.#spread()))
  }

  #up(event: PointerEvent, kept: boolean): void {
    clearTimeout(this.#press)
    if (!this.#fingers.delete(event.pointerId)) return
    if (this.#fingers.size > 0) {
      // One of two fingers was lifted: the remaining one continues to rotate from its position.
      this.#start = [...this.#fingers.values()][0] ?? null
      this.#button = 'turn'
      if (this.#start) this.#anchor = this.#host.anchorAt(this.#start.x, this.#start.y)
      return
    }
    const drag = this.#drag
    this.#drag = null
    const start = this.#start
    this.#start = null
    this.#button = null
    if (drag) drag.end(kept && this.#moved)
    if (kept && start && !this.#moved) this.#clicked(event, start)
  }

  #clicked(event: PointerEvent, at: CanvasPoint): void {
    if (event.button === 2) this.#host.menu(at)
    if (event.button !== 0) return
    const last = this.#lastClick
    const again =
      last && event.timeStamp - last.time < DOUBLE_MS && Math.hypot(at.x - last.at.x, at.y - last.at.y) < 25
    this.#lastClick = again ? null : { at, time: event.timeStamp }
    if (again) this.#host.doubleClick(at)
    else this.#host.click(at)
  }

  #turnWheel(event: WheelEvent): void {
    event.preventDefault()
    const { x, y } = pointOf(event, this.#host.canvas)
    const wheel = this.#wheel
    const fresh = event.timeStamp - wheel.time > 400 || Math.hypot(x - wheel.x, y - wheel.y) > 6
    const pixels = event.deltaY * ([1, 16, 200][event.deltaMode] ?? 1)
    // Browsers report trackpad pinches as wheel events with Ctrl and small deltas.
    const step = Math.max(-240, Math.min(240, pixels)) * WHEEL_STEP * (event.ctrlKey ? 6 : 1)
    Object.assign(wheel, { x, y, time: event.timeStamp, left: wheel.left + step })
    if (fresh) wheel.anchor = this.#host.anchorAt(x, y)
    if (this.#host.still) this.advance(Infinity)
    else this.#host.steer(this.#host.pose)
  }

  /** Applies the pending wheel zoom for the elapsed time. Returns whether any of it is left. */
  advance(elapsed_ms: number): boolean {
    const wheel = this.#wheel
    if (wheel.left === 0) return false
    const share = 1 - Math.exp(-elapsed_ms / WHEEL_MS)
    const step = Math.abs(wheel.left) < 0.004 ? wheel.left : wheel.left * share
    wheel.left -= step
    this.#host.steer(zoom(this.#host.pose, wheel.anchor, Math.exp(step), PASS_THROUGH_M * Math.abs(step)))
    return wheel.left !== 0
  }
}

function pointOf(event: PointerEvent | WheelEvent, canvas: HTMLCanvasElement): CanvasPoint {
  const frame = canvas.getBoundingClientRect()
  const kind = 'pointerType' in event ? event.pointerType : 'mouse'
  return {
    x: event.clientX - frame.left,
    y: event.clientY - frame.top,
    ctrl: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
    alt: event.altKey,
    pointer: kind === 'touch' || kind === 'pen' ? kind : 'mouse',
  }
}
