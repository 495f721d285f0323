import type { Box, Vec3 } from '@plumbline/bim/model'
import { Emitter } from '../events.ts'
import { addStyle } from '../overlay.ts'
import { fanPins, groupPins, type PinGroup } from '../pin-clusters.ts'
import { placePinsAtElements } from '../pin-places.ts'
import { distance, dot, normalize, subtract } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface ModelPin {
  id: string
  /** world metres */
  point: Vec3
  /** GlobalId of the pin's element; the pin follows the element once it is loaded */
  element: string | null
  /** id of the element's model */
  model: string
  /** displayed number, for example '42' */
  number: string
  /** status colour, #rrggbb */
  color: string
  /** icon name, passed to `PinOptions.icon` */
  icon: string
  /** accessible name of the marker: 'Issue 42, Crack in slab, open' */
  label: string
}

export interface PinOptions {
  icon?: (name: string) => Node | null
  clusterLabel?: (count: number) => string
  /** whether the pins take clicks while a tool is active; by default the clicks go through to the model */
  duringTools?: boolean
}

export interface PinEvents {
  open: { id: string }
  /** null after the pointer or focus has left */
  hover: { id: string | null; marker: HTMLElement | null }
}

export interface PinsFeature extends ViewerFeature {
  visible: boolean
  set(pins: readonly ModelPin[]): void
  /** highlights the open pin */
  mark(id: string | null): void
  on<Name extends keyof PinEvents>(name: Name, listener: (event: PinEvents[Name]) => void): () => void
}

/** Tolerance in front of a pin within which geometry does not occlude it, metres: a pin lies on a surface. */
const ON_SURFACE = 0.12
/** Pins of a cluster nearer to each other than this (metres) count as one place: no view separates them. */
const ONE_PLACE_M = 0.5

/** Markers over the model; they are buttons, so that keyboards and screen readers can reach them. */
export function pins(viewer: Viewer, options: PinOptions = {}): PinsFeature {
  return new PinLayer(viewer, options)
}

export class PinLayer implements PinsFeature {
  readonly #viewer: Viewer
  readonly #options: PinOptions
  readonly #layer = document.createElement('div')
  readonly #events = new Emitter<PinEvents>()
  readonly #markers = new Map<string, HTMLButtonElement>()
  readonly #behind = new Set<string>()
  readonly #stops: (() => void)[]
  #pins: readonly ModelPin[] = []
  #open: string | null = null
  /** first pin of the fanned-out cluster */
  #fanned: string | null = null
  /** positions of the pins that are not at their stored points */
  #places: ReadonlyMap<string, Vec3> = new Map()
  #unplaced = true
  #unsure = true

  constructor(viewer: Viewer, options: PinOptions) {
    this.#viewer = viewer
    this.#options = options
    this.#layer.className = 'plumbline-pins'
    viewer.overlay.append(this.#layer)
    this.#layer.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#fanned === null) return
      event.stopPropagation()
      const cluster = this.#markers.get(`cluster ${this.#fanned}`)
      this.#fan(null)
      cluster?.focus()
    })
    const doubt = () => {
      this.#unsure = true
    }
    this.#stops = [
      addStyle(STYLE),
      viewer.on('frame', ({ at_rest }) => this.#place(at_rest)),
      viewer.on('camera', doubt),
      viewer.on('visibility', doubt),
      viewer.on('clipping', doubt),
      viewer.on('progress', () => {
        this.#unplaced = true
        doubt()
      }),
      viewer.on('tool', () =>
        this.#layer.classList.toggle('idle', !options.duringTools && viewer.tool !== null),
      ),
    ]
  }

  get visible(): boolean {
    return !this.#layer.hidden
  }

  set visible(on: boolean) {
    this.#layer.hidden = !on
    this.#place(true)
  }

  set(pins: readonly ModelPin[]): void {
    const before = new Map(this.#pins.map((pin) => [pin.id, pin]))
    const focused = [...this.#markers].find(([, marker]) => marker === document.activeElement)?.[0]
    this.#pins = pins
    this.#unplaced = true
    this.#unsure = true
    // Unchanged markers stay: one of them may be focused or pressed at this moment.
    for (const pin of pins) {
      const had = before.get(pin.id)
      if (had && isSameLook(had, pin)) continue
      this.#markers.get(pin.id)?.remove()
      this.#markers.delete(pin.id)
    }
    this.#place(!this.#viewer.moving)
    if (focused !== undefined) this.#markers.get(focused)?.focus({ preventScroll: true })
  }

  mark(id: string | null): void {
    this.#open = id
    this.#place(!this.#viewer.moving)
  }

  on<Name extends keyof PinEvents>(name: Name, listener: (event: PinEvents[Name]) => void): () => void {
    return this.#events.on(name, listener)
  }

  #place(at_rest: boolean): void {
    if (!this.visible) return
    const { width, height } = this.#viewer.size
    if (at_rest && this.#unplaced) {
      this.#places = placePinsAtElements(this.#viewer.models.values(), this.#pins)
      this.#unplaced = false
    }
    const inView = this.#pins.flatMap((pin) => {
      const at = this.#viewer.camera.project(this.#pointOf(pin))
      const ahead = at.depth > 0 || this.#viewer.camera.pose.projection === 'orthographic'
      const inside = at.x > -20 && at.x < width + 20 && at.y > -10 && at.y < height + 40
      return ahead && inside ? [{ pin, x: at.x, y: at.y }] : []
    })
    if (at_rest && this.#unsure) {
      this.#behind.clear()
      for (const { pin } of inView) if (this.#isBehind(this.#pointOf(pin))) this.#behind.add(pin.id)
      this.#unsure = false
    }
    const stale = new Set(this.#markers.keys())
    for (const group of groupPins(inView)) {
      const members = group.members.flatMap((index) => inView[index]?.pin ?? [])
      stale.delete(this.#draw(group, members))
      if (members.length < 2 || members[0]?.id !== this.#fanned) continue
      for (const [index, { x, y }] of fanPins(members.length).entries()) {
        const key = this.#draw({ ...group, x: group.x + x, y: group.y + y }, members.slice(index, index + 1))
        this.#markers.get(key)?.classList.add('fanned')
        stale.delete(key)
      }
    }
    for (const key of stale) {
      this.#markers.get(key)?.remove()
      this.#markers.delete(key)
    }
  }

  #pointOf({ id, point }: ModelPin): Vec3 {
    return this.#places.get(id) ?? point
  }

  #isBehind(point: Vec3): boolean {
    const { pose } = this.#viewer.camera
    const flat = pose.projection === 'orthographic'
    const way = subtract(point, pose.eye)
    const depth = flat ? dot(way, pose.forward) : distance(point, pose.eye)
    const direction = flat ? pose.forward : normalize(way)
    const origin: Vec3 = flat
      ? [point[0] - direction[0] * depth, point[1] - direction[1] * depth, point[2] - direction[2] * depth]
      : pose.eye
    return this.#viewer.cast({ origin, direction }, depth - ON_SURFACE) !== null
  }

  #draw(group: PinGroup, members: ModelPin[]): string {
    const [first] = members
    if (!first) return ''
    const key = members.length > 1 ? `cluster ${first.id}` : first.id
    const marker = this.#markers.get(key) ?? this.#make(key, members)
    if (members.length > 1) this.#describeCluster(marker, members)
    marker.style.transform = `translate(${group.x.toFixed(1)}px, ${group.y.toFixed(1)}px)`
    marker.classList.remove('fanned')
    marker.classList.toggle(
      'behind',
      members.every((pin) => this.#behind.has(pin.id)),
    )
    marker.classList.toggle(
      'open',
      members.some((pin) => pin.id === this.#open),
    )
    return key
  }

  #make(key: string, members: ModelPin[]): HTMLButtonElement {
    const [pin] = members
    const marker = document.createElement('button')
    marker.type = 'button'
    const badge = marker.appendChild(document.createElement('span'))
    if (pin && members.length === 1) {
      marker.style.setProperty('--pin', pin.color)
      marker.style.setProperty('--ink', chooseInk(pin.color))
      marker.ariaLabel = pin.label
      const icon = this.#options.icon?.(pin.icon)
      if (icon) badge.append(icon)
      badge.append(pin.number)
      marker.addEventListener('click', (event) => {
        this.#events.emit('open', { id: pin.id })
        // After a click of the pointer the viewer's keys keep working; keyboard users stay on the pin.
        if (event.detail > 0) this.#viewer.canvas.focus({ preventScroll: true })
      })
      const hover = (on: boolean) =>
        this.#events.emit('hover', { id: on ? pin.id : null, marker: on ? marker : null })
      for (const event of ['pointerenter', 'focus']) marker.addEventListener(event, () => hover(true))
      for (const event of ['pointerleave', 'blur']) marker.addEventListener(event, () => hover(false))
    } else marker.classList.add('cluster')
    this.#markers.set(key, marker)
    this.#layer.append(marker)
    return marker
  }

  #describeCluster(marker: HTMLButtonElement, members: ModelPin[]): void {
    const count = String(members.length)
    const badge = marker.firstElementChild
    if (badge && badge.textContent !== count) badge.textContent = count
    marker.ariaLabel = this.#options.clusterLabel?.(members.length) ?? `${count} pins`
    const box = around(members.map((pin) => this.#pointOf(pin)))
    const isOnePlace = [0, 1, 2].every(
      (axis) => (box[axis + 3] as number) - (box[axis] as number) < 2 * AROUND_M + ONE_PLACE_M,
    )
    const id = members[0]?.id ?? null
    marker.ariaExpanded = isOnePlace ? String(this.#fanned === id) : null
    marker.onclick = () => {
      if (isOnePlace) this.#fan(this.#fanned === id ? null : id)
      else this.#viewer.camera.fit(box)
    }
  }

  #fan(id: string | null): void {
    this.#fanned = id
    this.#place(true)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#events.clear()
    this.#layer.remove()
  }
}

function isSameLook(a: ModelPin, b: ModelPin): boolean {
  return a.number === b.number && a.color === b.color && a.icon === b.icon && a.label === b.label
}

/** Margin around the pins of a cluster, so that their surroundings are visible, metres. */
const AROUND_M = 2

/** A box around points with a margin. */
function around(points: Vec3[]): Box {
  const side = (axis: 0 | 1 | 2, pick: (...values: number[]) => number, room: number) =>
    pick(...points.map((point) => point[axis])) + room
  return [
    side(0, Math.min, -AROUND_M),
    side(1, Math.min, -AROUND_M),
    side(2, Math.min, -AROUND_M),
    side(0, Math.max, AROUND_M),
    side(1, Math.max, AROUND_M),
    side(2, Math.max, AROUND_M),
  ]
}

/** Black or white, whichever has the higher contrast on a colour (relative luminance of WCAG 2). */
export function chooseInk(color: string): string {
  const value = Number.parseInt(color.slice(1), 16)
  const linear = [value >> 16, value >> 8, value].map((part) => {
    const share = (part & 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff'
}

const STYLE = `
.plumbline-pins button { all: unset; position: absolute; left: 0; top: 0; width: 0; height: 0; cursor: pointer;
  pointer-events: auto; transition: opacity 120ms ease-out; }
.plumbline-pins span { position: absolute; left: 0; bottom: 7px; transform: translateX(-50%); display: flex; gap: 4px;
  align-items: center; justify-content: center; min-width: 14px; height: 24px; padding: 0 7px; border-radius: 13px;
  box-sizing: content-box; border: 1.5px solid #fff; background: var(--pin); color: var(--ink); white-space: nowrap;
  font: 600 12px/1 'Inter Variable', system-ui, sans-serif; font-variant-numeric: tabular-nums;
  box-shadow: 0 1px 4px rgb(0 0 0 / 0.35); }
.plumbline-pins button::after { content: ''; position: absolute; left: -4px; bottom: 1px; width: 8px; height: 8px;
  background: var(--pin); border: solid #fff; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg);
  clip-path: polygon(100% 0, 100% 100%, 0 100%); box-sizing: border-box; }
.plumbline-pins .cluster { --pin: #35322e; --ink: #fff; }
.plumbline-pins .cluster span { min-width: 20px; height: 28px; border-radius: 16px; padding: 0 5px; font-size: 13px;
  border-style: double; border-width: 4px; bottom: -18px; }
.plumbline-pins .cluster::after { display: none; }
.plumbline-pins .fanned { z-index: 1; }
.plumbline-pins .fanned span { bottom: -12px; }
.plumbline-pins .fanned::after { display: none; }
.plumbline-pins.idle button { pointer-events: none; }
.plumbline-pins .behind { opacity: 0.85; }
.plumbline-pins .behind:not(.open, :hover, :focus-visible) span { color: #1b1815; border-color: var(--pin);
  background: color-mix(in srgb, var(--pin) 22%, #fff); box-shadow: none; }
.plumbline-pins .open, .plumbline-pins button:hover, .plumbline-pins button:focus-visible { opacity: 1; z-index: 1; }
.plumbline-pins .open span { box-shadow: 0 0 0 3px #ec6100, 0 1px 4px rgb(0 0 0 / 0.35); }
.plumbline-pins button:focus-visible span { outline: 2px solid #1f6feb; outline-offset: 2px; }
.plumbline-pins svg { width: 13px; height: 13px; }
@media (pointer: coarse) { .plumbline-pins span::before { content: ''; position: absolute; inset: -10px -8px; } }
@media (prefers-reduced-motion: reduce) { .plumbline-pins button { transition: none; } }
`
