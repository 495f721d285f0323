import type { Box, Vec3 } from '@plumbline/bim/model'
import type { ClippingPlane } from '../clipping.ts'
import { addStyle } from '../overlay.ts'
import { buildPath, createSvgLayer, createSvgPath, setPaths } from '../overlay-lines.ts'
import type { Pick } from '../pick.ts'
import {
  type BoxSide,
  closestOnLine,
  findBox,
  findSide,
  pushSide,
  thickenBox,
  toBoxPlanes,
  turnCorner,
} from '../section-box.ts'
import { addScaled, boxCenter, boxDiagonal, dot, normalize } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface SectionOptions {
  /** accessible names of the handles: box sides in the order −X −Y −Z +X +Y +Z, then a plane */
  labels?: { sides: string[]; plane: string }
}

export interface SectionFeature extends ViewerFeature {
  /** world metres; null when there is no section box */
  readonly box: Box | null
  /** degrees counter-clockwise by which the box is turned about the vertical through its centre */
  turn_deg: number
  /** the clipping planes that are not part of the box */
  readonly planes: readonly ClippingPlane[]
  /**
   * whether the handles are visible; turned on by a new box or plane, turned off when another feature sets the
   * planes
   */
  editing: boolean
  /** sets the section box; defaults to the box around all models; null removes it */
  setBox(box?: Box | null): void
  setPlanes(planes: readonly ClippingPlane[]): void
  /** cuts along a picked face, removing everything in front of it */
  fromFace(face: Pick): void
  /** cuts along the next face that is clicked */
  pickFace(): void
  reset(): void
}

const LABELS = { sides: ['West', 'South', 'Bottom', 'East', 'North', 'Top'], plane: 'Section plane' }
const STEP_M = 0.1
const TOOL = 'section'

/**
 * Section box and section planes, edited by numbers, handles or picked faces. Its state is the viewer's
 * clipping.
 */
export function section(viewer: Viewer, options: SectionOptions = {}): SectionFeature {
  return new SectionTool(viewer, options.labels ?? LABELS)
}

class SectionTool implements SectionFeature {
  readonly #viewer: Viewer
  readonly #labels: typeof LABELS
  readonly #layer: SVGSVGElement
  readonly #outline: SVGPathElement
  readonly #handles: HTMLButtonElement[] = []
  readonly #stops: (() => void)[]
  #editing = false
  #own = false

  constructor(viewer: Viewer, labels: typeof LABELS) {
    this.#viewer = viewer
    this.#labels = labels
    this.#layer = createSvgLayer(viewer, 'plumbline-section')
    this.#outline = createSvgPath(this.#layer, 'frame')
    this.#stops = [
      addStyle(STYLE),
      viewer.on('clipping', () => {
        // Planes set by a viewpoint or plan are shown without handles until the user asks for them.
        if (!this.#own) this.#editing = false
        this.#rebuild()
      }),
      viewer.on('frame', () => this.#place()),
      viewer.on('pick', ({ hit }) => {
        if (viewer.tool !== TOOL || !hit) return
        this.fromFace(hit)
        viewer.setTool(null)
      }),
    ]
    this.#rebuild()
  }

  get box(): Box | null {
    return findBox(this.#viewer.clipping).box
  }

  get turn_deg(): number {
    return findBox(this.#viewer.clipping).turn_deg
  }

  set turn_deg(degrees: number) {
    const { box, planes } = this
    // A quarter turn exchanges the sides; the remainder is the rotation.
    const quarter = Math.round(degrees / 90)
    if (box) this.#cut(quarter % 2 === 0 ? box : exchangeSides(box), planes, degrees - quarter * 90)
  }

  get planes(): readonly ClippingPlane[] {
    return findBox(this.#viewer.clipping).others
  }

  get editing(): boolean {
    return this.#editing
  }

  set editing(on: boolean) {
    this.#editing = on
    this.#rebuild()
  }

  setBox(box: Box | null = this.#viewer.box): void {
    this.#cut(box && thickenBox(box), this.planes, 0)
  }

  /** Sets the clipping planes; a new box or plane shows its handles. */
  #cut(box: Box | null, planes: readonly ClippingPlane[], turn_deg = this.turn_deg): void {
    this.#own = true
    if ((box && !this.box) || planes.length > this.planes.length) this.#editing = true
    this.#viewer.setClipping([...(box ? toBoxPlanes(box, turn_deg) : []), ...planes])
    this.#own = false
  }

  setPlanes(planes: readonly ClippingPlane[]): void {
    this.#cut(this.box, planes)
  }

  fromFace({ point, normal }: Pick): void {
    // Slightly inside the solid, to avoid z-fighting between the face and its own section.
    this.setPlanes([...this.planes, { location: addScaled(point, normal, -0.005), direction: normal }])
  }

  pickFace(): void {
    this.#viewer.setTool(TOOL)
  }

  reset(): void {
    this.#viewer.setClipping([])
  }

  /**
   * Creates one handle per side of the box and per plane; reuses existing ones, so that a drag is not
   * interrupted.
   */
  #rebuild(): void {
    const { box, planes } = this
    const wanted = this.#editing ? (box ? 6 : 0) + planes.length : 0
    const first = box ? 6 : 0
    while (this.#handles.length > wanted) this.#handles.pop()?.remove()
    while (this.#handles.length < wanted) this.#handles.push(this.#makeHandle(this.#handles.length))
    for (const [index, handle] of this.#handles.entries())
      handle.ariaLabel = index < first ? (this.#labels.sides[index] ?? '') : this.#labels.plane
    this.#place()
  }

  #makeHandle(index: number): HTMLButtonElement {
    const handle = document.createElement('button')
    handle.type = 'button'
    handle.className = 'plumbline-section-handle'
    handle.addEventListener('pointerdown', (event) => this.#drag(index, handle, event))
    handle.addEventListener('keydown', (event) => {
      const sign = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key]
      if (!sign) return
      event.preventDefault()
      this.#shift(index, sign * STEP_M * (event.shiftKey ? 10 : 1))
    })
    this.#viewer.overlay.append(handle)
    return handle
  }

  /** Position and axis of movement of a handle. */
  #axis(index: number): { point: Vec3; direction: Vec3 } | null {
    const { box, planes } = this
    if (box && index < 6) return findSide(box, this.turn_deg, index as BoxSide)
    const plane = planes[index - (box ? 6 : 0)]
    return plane ? { point: plane.location, direction: normalize(plane.direction) } : null
  }

  #shift(index: number, metres: number): void {
    const { box, planes } = this
    if (box && index < 6) {
      this.#cut(pushSide(box, this.turn_deg, index as BoxSide, metres), planes)
      return
    }
    const at = index - (box ? 6 : 0)
    this.setPlanes(
      planes.map((plane, each) =>
        each === at
          ? { ...plane, location: addScaled(plane.location, normalize(plane.direction), metres) }
          : plane,
      ),
    )
  }

  #drag(index: number, handle: HTMLButtonElement, down: PointerEvent): void {
    const axis = this.#axis(index)
    if (!axis) return
    handle.setPointerCapture(down.pointerId)
    const frame = this.#viewer.canvas.getBoundingClientRect()
    const place = (event: PointerEvent) =>
      closestOnLine(
        axis.point,
        axis.direction,
        this.#viewer.camera.rayAt(event.clientX - frame.left, event.clientY - frame.top),
      )
    const start = place(down) ?? 0
    let done = 0
    const most = this.#viewer.box ? boxDiagonal(this.#viewer.box) * 2 : 1000
    const move = (event: PointerEvent) => {
      const to = place(event)
      if (to === null || Math.abs(to - start) > most) return
      this.#shift(index, to - start - done)
      done = to - start
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }

  #place(): void {
    for (const [index, handle] of this.#handles.entries()) {
      const axis = this.#axis(index)
      const at = axis && this.#viewer.camera.project(axis.point)
      const ahead = at && (at.depth > 0 || this.#viewer.camera.pose.projection === 'orthographic')
      handle.hidden = !ahead
      if (!axis || !at) continue
      const tip = this.#viewer.camera.project(addScaled(axis.point, axis.direction, at.depth * 0.05 + 0.05))
      const turn = Math.atan2(tip.y - at.y, tip.x - at.x)
      handle.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) rotate(${turn.toFixed(3)}rad)`
    }
    setPaths(this.#layer, [[this.#outline, this.#editing ? this.#lines() : '']])
  }

  #lines(): string {
    const { box, planes } = this
    const size = this.#viewer.box ? boxDiagonal(this.#viewer.box) * 0.08 : 1
    const squares = planes.map(({ location, direction }) => squareOn(location, normalize(direction), size))
    const { turn_deg } = this
    const rings = box
      ? [ring(box, 2), ring(box, 5), ...uprights(box)].map((corners) =>
          corners.map((corner) => turnCorner(box, turn_deg, corner)),
        )
      : []
    return [...rings, ...squares].map((points) => buildPath(this.#viewer, points, points.length > 2)).join('')
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    for (const handle of this.#handles) handle.remove()
    this.#layer.remove()
  }
}

/** The box with width and depth exchanged about its centre. */
function exchangeSides(box: Box): Box {
  const [x, y] = boxCenter(box)
  const [half, deep] = [(box[3] - box[0]) / 2, (box[4] - box[1]) / 2]
  return [x - deep, y - half, box[2], x + deep, y + half, box[5]]
}

function ring(box: Box, level: 2 | 5): Vec3[] {
  const z = box[level]
  return [
    [box[0], box[1], z],
    [box[3], box[1], z],
    [box[3], box[4], z],
    [box[0], box[4], z],
  ]
}

function uprights(box: Box): Vec3[][] {
  return ring(box, 2).map((corner) => [corner, [corner[0], corner[1], box[5]]])
}

function squareOn(center: Vec3, normal: Vec3, half: number): Vec3[] {
  const level = normalize(Math.abs(normal[2]) > 0.9 ? [1, 0, 0] : [-normal[1], normal[0], 0], [1, 0, 0])
  const u = normalize(addScaled(level, normal, -dot(level, normal)))
  const v: Vec3 = [
    normal[1] * u[2] - normal[2] * u[1],
    normal[2] * u[0] - normal[0] * u[2],
    normal[0] * u[1] - normal[1] * u[0],
  ]
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([a = 0, b = 0]) => addScaled(addScaled(center, u, a * half), v, b * half))
}

const STYLE = `
.plumbline-section .frame { fill: none; stroke: #1f6feb; stroke-width: 1.5; stroke-dasharray: 6 4; }
.plumbline-section-handle { all: unset; position: absolute; left: -14px; top: -14px; width: 28px; height: 28px;
  pointer-events: auto; cursor: grab; touch-action: none; }
.plumbline-section-handle[hidden] { display: none; }
.plumbline-section-handle:active { cursor: grabbing; }
.plumbline-section-handle::before { content: ''; position: absolute; inset: 6px; border-radius: 50%; background: #1f6feb;
  border: 2px solid #fff; box-sizing: border-box; box-shadow: 0 1px 4px rgb(0 0 0 / 0.35); }
.plumbline-section-handle::after { content: ''; position: absolute; left: 24px; top: 9px; border: 5px solid transparent;
  border-left: 7px solid #1f6feb; border-right: 0; filter: drop-shadow(0 0 1px #fff); }
.plumbline-section-handle:hover::before, .plumbline-section-handle:focus-visible::before { inset: 4px; }
.plumbline-section-handle:focus-visible::before { outline: 2px solid #1f6feb; outline-offset: 2px; }
@media (pointer: coarse) { .plumbline-section-handle { left: -22px; top: -22px; width: 44px; height: 44px; }
  .plumbline-section-handle::before { inset: 12px; } .plumbline-section-handle::after { left: 34px; top: 17px; } }
`
