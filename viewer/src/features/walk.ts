import type { Box, Vec3 } from '@plumbline/bim/model'
import { computeRight, type Pose } from '../camera.ts'
import { findGroundFloor } from '../floors.ts'
import { addStyle } from '../overlay.ts'
import { addScaled, boxCenter, distanceToBox, length, normalize, UP } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { plan } from './plan.ts'

export interface WalkFeature extends ViewerFeature {
  readonly walking: boolean
  /** metres per second */
  speed: number
  /** keeps the eye above the floor; off by default */
  gravity: boolean
  start(): void
  stop(): void
}

const TOOL = 'walk'
/** Eye height above the floor, and depth to which a floor is searched below: metres. */
const EYE_M = 1.65
const FALL_M = 30
/**
 * Walking starts in front of the model when the camera is farther away than this; the distance to the model it
 * starts at: metres.
 */
const NEAR_M = 4
const BEFORE_M = 6
const SPEED = { usual: 1.6, least: 0.2, most: 40 }
const RUN = 3
/** A step down or up below which the eye has reached its height: metres. */
const STILL_M = 0.001
/** Time constant of the acceleration. */
const EASE_MS = 90

/**
 * Movement of each key as [right, ahead, up]. Keyed by physical position, so that it works on every keyboard
 * layout.
 */
const KEYS: Record<string, Vec3> = {
  KeyW: [0, 1, 0],
  ArrowUp: [0, 1, 0],
  KeyS: [0, -1, 0],
  ArrowDown: [0, -1, 0],
  KeyA: [-1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  KeyD: [1, 0, 0],
  ArrowRight: [1, 0, 0],
  KeyE: [0, 0, 1],
  KeyQ: [0, 0, -1],
}

/** The pose after a step: sideways and ahead horizontally, up and down vertically. Metres. */
function stepped(pose: Pose, [right, ahead, up]: Vec3, metres: number): Pose {
  const level = normalize([pose.forward[0], pose.forward[1], 0], normalize([pose.up[0], pose.up[1], 0]))
  const side = addScaled(addScaled(pose.eye, level, ahead * metres), computeRight(pose), right * metres)
  return { ...pose, eye: [side[0], side[1], side[2] + up * metres] }
}

/** A pose in front of a box, looking at it horizontally along the current direction. */
export function computeStandingPose(pose: Pose, box: Box, ground: number): Pose {
  const [ahead, above] = [pose.forward, pose.up].map(([x, y]): Vec3 => [x, y, 0])
  const heading = normalize(ahead && length(ahead) > 0.01 ? ahead : (above ?? UP), [0, 1, 0])
  const reach = [0, 1].map(
    (axis) => ((box[axis + 3] as number) - (box[axis] as number)) / 2 / Math.abs(heading[axis] ?? 0),
  )
  const focus_m = Math.min(...reach.filter(Number.isFinite)) + BEFORE_M
  const [x, y] = addScaled(boxCenter(box), heading, -focus_m)
  return { ...pose, eye: [x, y, ground + EYE_M], forward: heading, up: UP, focus_m }
}

/**
 * First-person navigation: drag to look, W A S D or arrow keys to move, Q E down and up, Shift to run, wheel
 * for speed.
 */
export function walk(viewer: Viewer): WalkFeature {
  return new WalkTool(viewer)
}

class WalkTool implements WalkFeature {
  speed = SPEED.usual
  #gravity = false
  readonly #viewer: Viewer
  readonly #held = new Set<string>()
  readonly #stick: Stick
  readonly #stops: (() => void)[]
  #listening: AbortController | null = null
  #run = false
  #velocity: Vec3 = [0, 0, 0]
  #ticking = false

  constructor(viewer: Viewer) {
    this.#viewer = viewer
    this.#stick = new Stick(viewer.overlay, () => this.#move())
    this.#stops = [
      addStyle(STYLE),
      viewer.on('tool', ({ tool }) => {
        if (tool !== TOOL) this.#leave()
      }),
    ]
  }

  get gravity(): boolean {
    return this.#gravity
  }
  set gravity(on: boolean) {
    this.#gravity = on
    this.#move()
  }

  get walking(): boolean {
    return this.#listening !== null
  }

  start(): void {
    if (this.walking) return
    const { canvas } = this.#viewer
    this.#viewer.use(plan).leave()
    this.#viewer.setTool(TOOL)
    this.#viewer.navigation = 'look'
    this.#viewer.camera.setProjection('perspective')
    this.#approach()
    this.#listening = new AbortController()
    const { signal } = this.#listening
    // Capture phase: handled before other uses of the same keys.
    canvas.addEventListener('keydown', (event) => this.#press(event), { signal, capture: true })
    canvas.addEventListener('keyup', (event) => this.#release(event), { signal })
    canvas.addEventListener('blur', () => this.#held.clear(), { signal })
    // Capture phase: handled before the camera's own listener, which would zoom.
    canvas.addEventListener('wheel', (event) => this.#turnWheel(event), {
      signal,
      capture: true,
      passive: false,
    })
    this.#stick.show(true)
    canvas.focus()
  }

  /** Moves a distant or elevated camera to the ground in front of the model, keeping its compass direction. */
  #approach(): void {
    const { camera, mainBox, models } = this.#viewer
    const { goal } = camera
    if (!mainBox || distanceToBox(goal.eye, mainBox) < NEAR_M) return
    const ground = findGroundFloor(models.values())?.floor.elevation ?? mainBox[2]
    const place = computeStandingPose(goal, mainBox, ground)
    const under = this.#viewer.cast({ origin: place.eye, direction: [0, 0, -1] }, FALL_M)
    const [x, y] = place.eye
    this.#viewer.camera.setPose({ ...place, eye: [x, y, (under?.point[2] ?? ground) + EYE_M] })
  }

  stop(): void {
    if (this.#viewer.tool === TOOL) this.#viewer.setTool(null)
    else this.#leave()
  }

  #leave(): void {
    if (!this.walking) return
    this.#listening?.abort()
    this.#listening = null
    this.#held.clear()
    this.#velocity = [0, 0, 0]
    this.#stick.show(false)
    this.#viewer.navigation = 'orbit'
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    this.#run = event.shiftKey
    if (event.code === 'Escape') this.stop()
    else if (KEYS[event.code]) this.#held.add(event.code)
    else return
    // The letters have other meanings outside walking.
    event.preventDefault()
    event.stopImmediatePropagation()
    this.#move()
  }

  #release(event: KeyboardEvent): void {
    this.#run = event.shiftKey
    this.#held.delete(event.code)
  }

  #turnWheel(event: WheelEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    this.speed = Math.max(SPEED.least, Math.min(SPEED.most, this.speed * 1.15 ** -Math.sign(event.deltaY)))
  }

  #wanted(): Vec3 {
    let wanted: Vec3 = [this.#stick.x, this.#stick.y, 0]
    for (const code of this.#held) wanted = addScaled(wanted, KEYS[code] ?? [0, 0, 0], 1)
    const size = length(wanted)
    return size > 1 ? normalize(wanted) : wanted
  }

  #move(): void {
    if (this.#ticking || !this.walking) return
    this.#ticking = true
    this.#viewer.animate((elapsed_ms) => {
      const share = 1 - Math.exp(-elapsed_ms / EASE_MS)
      const wanted = this.#wanted()
      this.#velocity = this.#velocity.map((v, axis) => v + ((wanted[axis] ?? 0) - v) * share) as Vec3
      const metres = (this.speed * (this.#run ? RUN : 1) * Math.min(elapsed_ms, 100)) / 1000
      const { camera } = this.#viewer
      const pose = this.#grounded(stepped(camera.pose, this.#velocity, metres), share)
      const isFalling = Math.abs(pose.eye[2] - camera.pose.eye[2]) > STILL_M
      this.#ticking = this.walking && (isFalling || length(this.#velocity) > 0.01)
      if (this.#ticking) camera.steer(pose)
      return this.#ticking
    })
  }

  /** With gravity the eye eases towards its height above the floor below, including stairs. */
  #grounded(pose: Pose, share: number): Pose {
    const floor = this.#gravity && this.#viewer.cast({ origin: pose.eye, direction: [0, 0, -1] }, FALL_M)
    if (!floor) return pose
    const [x, y, z] = pose.eye
    return { ...pose, eye: [x, y, z + (floor.point[2] + EYE_M - z) * share] }
  }

  dispose(): void {
    this.#leave()
    for (const stop of this.#stops) stop()
    this.#stick.dispose()
  }
}

/** On-screen joystick for touch devices. */
class Stick {
  x = 0
  y = 0
  readonly #base = document.createElement('div')
  readonly #knob = document.createElement('div')

  constructor(overlay: HTMLElement, changed: () => void) {
    this.#base.className = 'plumbline-stick'
    this.#base.append(this.#knob)
    this.#base.hidden = true
    overlay.append(this.#base)
    const lead = (event: PointerEvent) => {
      const frame = this.#base.getBoundingClientRect()
      const half = frame.width / 2
      const dx = event.clientX - frame.left - half
      const dy = event.clientY - frame.top - half
      const far = Math.max(half, Math.hypot(dx, dy))
      this.#set(dx / far, -dy / far)
      changed()
    }
    this.#base.addEventListener('pointerdown', (event) => {
      this.#base.setPointerCapture(event.pointerId)
      this.#base.addEventListener('pointermove', lead)
      lead(event)
    })
    this.#base.addEventListener('lostpointercapture', () => {
      this.#base.removeEventListener('pointermove', lead)
      this.#set(0, 0)
    })
  }

  #set(x: number, y: number): void {
    this.x = x
    this.y = y
    this.#knob.style.transform = `translate(${(x * 34).toFixed(1)}px, ${(-y * 34).toFixed(1)}px)`
  }

  /** Visible only where touch is the primary pointer. */
  show(on: boolean): void {
    this.#base.hidden = !on || !matchMedia('(pointer: coarse)').matches
    this.#set(0, 0)
  }

  dispose(): void {
    this.#base.remove()
  }
}

const STYLE = `
.plumbline-stick { position: absolute; inset-inline-end: 24px; bottom: min(176px, 100% - 124px); width: 112px; height: 112px;
  border-radius: 50%; background: rgb(255 255 255 / 0.35); border: 1px solid rgb(0 0 0 / 0.25);
  pointer-events: auto; touch-action: none; }
.plumbline-stick[hidden] { display: none; }
.plumbline-stick div { position: absolute; left: 33px; top: 33px; width: 44px; height: 44px; border-radius: 50%;
  background: #fff; border: 1px solid rgb(0 0 0 / 0.3); box-shadow: 0 1px 4px rgb(0 0 0 / 0.3); }
`
