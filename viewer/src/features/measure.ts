import type { Vec3 } from '@plumbline/bim/model'
import type { CanvasDrag, CanvasPoint } from '../controls.ts'
import { measureCutFace } from '../cut-face.ts'
import { Emitter } from '../events.ts'
import { Lens } from '../lens.ts'
import { MeasureLabels } from '../measure-labels.ts'
import { computeMeasurement, type MeasureKind, type Measurement, POINT_COUNTS } from '../measurement.ts'
import { extendEdge, findFlatFace } from '../outlines.ts'
import { addStyle } from '../overlay.ts'
import { buildPath, createSvgLayer, createSvgPath, setPaths } from '../overlay-lines.ts'
import type { Hit } from '../pick.ts'
import { listHitTriangles, listSnapEdges, type SnapResult, snap } from '../snap.ts'
import { distance } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface MeasureOptions {
  /** formats a value for its label; metres, degrees or square metres by default */
  format?: (measurement: Measurement) => string
}

export interface MeasureEvents {
  change: { results: readonly Measurement[] }
  /** point count of the measurement in progress */
  points: { count: number; snapped: SnapResult['kind'] | null }
}

export interface MeasureFeature extends ViewerFeature {
  /** kind being measured, null when the tool is inactive */
  readonly kind: MeasureKind | null
  readonly results: readonly Measurement[]
  /** activates the tool */
  start(kind: MeasureKind): void
  /** deactivates the tool; results stay */
  stop(): void
  /** completes an area with the points it has */
  finish(): void
  /** removes the last point; returns false if there is none */
  back(): boolean
  /** adds a point by coordinates, world metres */
  addPoint(point: Vec3): void
  remove(id: string): void
  clear(): void
  /** restores cleared results, before results measured since */
  restore(results: readonly Measurement[]): void
  on<Name extends keyof MeasureEvents>(name: Name, listener: (event: MeasureEvents[Name]) => void): () => void
}

const TOOL = 'measure'

/** A hit under the pointer and the point it snaps to. */
interface Aim {
  hit: Hit
  snapped: SnapResult
}

/** Points that are nearer to each other are one point, metres. */
const SAME_M = 1e-6
/** A click within this distance of an area's first or last point completes it. */
const CLOSE_PX = 12

export function measure(viewer: Viewer, options: MeasureOptions = {}): MeasureFeature {
  return new MeasureTool(viewer, options.format ?? inMetres)
}

function inMetres(result: Measurement): string {
  if ('length_m' in result) return `${result.length_m.toFixed(3)} m`
  return result.kind === 'angle' ? `${result.angle_deg.toFixed(1)}°` : `${result.area_m2.toFixed(2)} m²`
}

class MeasureTool implements MeasureFeature {
  readonly #viewer: Viewer
  readonly #events = new Emitter<MeasureEvents>()
  readonly #layer: SVGSVGElement
  readonly #halo: SVGPathElement
  readonly #line: SVGPathElement
  readonly #areas: SVGPathElement
  readonly #marker: SVGPathElement
  readonly #leaders: SVGPathElement
  readonly #labels: MeasureLabels
  readonly #stops: (() => void)[]
  #results: Measurement[] = []
  #points: Vec3[] = []
  #snapped: SnapResult | null = null
  #kind: MeasureKind | null = null
  #lens: Lens | null = null
  #last = 0

  constructor(viewer: Viewer, format: (measurement: Measurement) => string) {
    this.#viewer = viewer
    this.#labels = new MeasureLabels(viewer, format)
    this.#layer = createSvgLayer(viewer, 'plumbline-measure')
    this.#areas = createSvgPath(this.#layer, 'area')
    this.#halo = createSvgPath(this.#layer, 'halo')
    this.#line = createSvgPath(this.#layer, 'line')
    this.#leaders = createSvgPath(this.#layer, 'leader')
    this.#marker = createSvgPath(this.#layer, 'marker')
    this.#stops = [
      addStyle(STYLE),
      viewer.on('frame', () => this.#draw()),
      viewer.on('pick', ({ at }) => this.#click(at)),
      viewer.on('hover', ({ at }) => this.#hover(at)),
      addHold(viewer, (at) => this.#hold(at)),
      viewer.on('tool', ({ tool }) => {
        if (tool !== TOOL) this.#putAway()
      }),
    ]
  }

  get kind(): MeasureKind | null {
    return this.#kind
  }

  get results(): readonly Measurement[] {
    return this.#results
  }

  on<Name extends keyof MeasureEvents>(
    name: Name,
    listener: (event: MeasureEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener)
  }

  start(kind: MeasureKind): void {
    this.#points = []
    this.#kind = kind
    // Switching to another kind while the tool is active is announced too.
    if (this.#viewer.tool === TOOL) this.#viewer.emit('tool', { tool: TOOL })
    else this.#viewer.setTool(TOOL)
    this.#draw()
    this.#tell()
  }

  stop(): void {
    if (this.#viewer.tool === TOOL) this.#viewer.setTool(null)
    else this.#putAway()
  }

  #putAway(): void {
    this.#kind = null
    this.#points = []
    this.#snapped = null
    this.#draw()
  }

  finish(): void {
    const kind = this.#kind
    const points = this.#points
    this.#points = []
    if (kind && kind !== 'face') this.#keep(computeMeasurement(`m${++this.#last}`, kind, points))
    else this.#changed()
    this.#tell()
  }

  #keep(result: Measurement | null): void {
    if (result) this.#results = [...this.#results, result]
    this.#changed()
  }

  /** Measures the clicked edge or face. */
  #measureShape({ hit, snapped }: Aim): void {
    const { frame } = this.#viewer.models.get(hit.model) ?? {}
    if (!frame) return
    const id = `m${++this.#last}`
    if (this.#kind === 'edge') {
      if (snapped.edge)
        this.#keep(
          computeMeasurement(
            id,
            'edge',
            extendEdge(snapped.edge, [...listSnapEdges(hit, frame, this.#viewer.planes)]),
          ),
        )
      return
    }
    const { planes } = this.#viewer
    const face =
      hit.plane === undefined
        ? findFlatFace(hit.point, hit.normal, listHitTriangles(hit, frame))
        : measureCutFace(hit, frame, planes)
    if (face) this.#keep({ id, kind: 'face', points: [hit.point], ...face })
  }

  back(): boolean {
    const had = this.#points.length > 0
    this.#points = this.#points.slice(0, -1)
    this.#draw()
    this.#tell()
    return had
  }

  addPoint(point: Vec3): void {
    const last = this.#points.at(-1)
    // The second click of a double click is not another point: it would measure a zero distance or an undefined
    // angle.
    if (!this.#kind || (last && distance(last, point) < SAME_M)) return
    this.#points = [...this.#points, point]
    if (this.#points.length >= POINT_COUNTS[this.#kind].most) this.finish()
    else this.#draw()
    this.#tell()
  }

  #tell(): void {
    this.#events.emit('points', { count: this.#points.length, snapped: this.#snapped?.kind ?? null })
  }

  remove(id: string): void {
    this.#results = this.#results.filter((result) => result.id !== id)
    this.#changed()
  }

  clear(): void {
    this.#results = []
    this.#changed()
  }

  restore(results: readonly Measurement[]): void {
    // They may come from another viewer with its own numbers.
    this.#last = Math.max(this.#last, ...results.map(({ id }) => Number(id.slice(1)) || 0))
    this.#results = [...results, ...this.#results]
    this.#changed()
  }

  #changed(): void {
    this.#draw()
    this.#events.emit('change', { results: this.#results })
  }

  /** Picks at a canvas point or, if nothing is there, nearby: users often aim at corners from the outside. */
  #aimAt(at: CanvasPoint): Aim | null {
    const reach = at.pointer === 'mouse' ? 11 : 20
    const ring = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => (turn * Math.PI) / 4)
    const around = ring.map((turn) => [
      at.x + Math.cos(turn) * reach * 0.7,
      at.y + Math.sin(turn) * reach * 0.7,
    ])
    for (const [x = 0, y = 0] of [[at.x, at.y], ...around]) {
      const hit = this.#viewer.pick(x, y)
      const model = hit && this.#viewer.models.get(hit.model)
      if (!hit || !model) continue
      const project = (point: Vec3) => this.#viewer.camera.project(point)
      if (this.#kind === 'face') return { hit, snapped: { point: hit.point, kind: 'face' } }
      const { planes } = this.#viewer
      const options = { planes, reach, edgesOnly: this.#kind === 'edge' }
      return { hit, snapped: snap(hit, model.frame, at, project, options) }
    }
    return null
  }

  #hover(at: CanvasPoint | null): void {
    if (!this.#kind) return
    const before = this.#snapped?.kind
    this.#snapped = (at && this.#aimAt(at)?.snapped) ?? null
    this.#draw()
    if (this.#snapped?.kind !== before) this.#tell()
  }

  /** A long press aims through a lens: dragging adjusts, letting go takes the point. */
  #hold(at: CanvasPoint): CanvasDrag | null {
    if (!this.#kind) return null
    this.#lens ??= new Lens(this.#viewer)
    const lens = this.#lens
    let last = at
    const move = (to: CanvasPoint) => {
      last = to
      this.#hover(to)
      lens.show(to, this.#snapped && this.#viewer.camera.project(this.#snapped.point))
    }
    move(at)
    return {
      move,
      end: (kept) => {
        lens.hide()
        if (kept) this.#click(last)
        this.#hover(null)
      },
    }
  }

  #click(at: CanvasPoint): void {
    if (!this.#kind) return
    if (this.#closes(at)) {
      this.finish()
      return
    }
    const aim = this.#aimAt(at)
    if (aim && (this.#kind === 'edge' || this.#kind === 'face')) this.#measureShape(aim)
    else if (aim) this.addPoint(aim.snapped.point)
  }

  /** Whether a click completes an area: on its first point, or again on its last. */
  #closes(at: CanvasPoint): boolean {
    if (this.#kind !== 'area' || this.#points.length < POINT_COUNTS.area.least) return false
    return [this.#points[0], this.#points.at(-1)].some((point) => {
      const place = point && this.#viewer.camera.project(point)
      return place && Math.hypot(place.x - at.x, place.y - at.y) < CLOSE_PX
    })
  }

  #draw(): void {
    const open = this.#snapped && this.#points.length ? [...this.#points, this.#snapped.point] : this.#points
    const lines = [
      ...this.#results.map((each) => path(this.#viewer, each)),
      buildPath(this.#viewer, open),
    ].join('')
    const areas = this.#results.filter((each) => each.kind === 'area')
    setPaths(this.#layer, [
      [this.#areas, areas.map((each) => this.#polygon(each.points)).join('')],
      [this.#halo, lines],
      [this.#line, lines],
      [this.#leaders, this.#labels.draw(this.#results)],
      [this.#marker, this.#markerAt(this.#snapped)],
    ])
  }

  /** SVG path of a filled polygon; empty while a corner is behind the camera. */
  #polygon(points: readonly Vec3[]): string {
    const places = points.map((point) => this.#viewer.camera.project(point))
    if (places.some((place) => place.depth <= 0)) return ''
    return `M${places.map((place) => `${place.x.toFixed(1)} ${place.y.toFixed(1)}`).join('L')}Z`
  }

  /** Snap marker: a square for a vertex, a triangle for an edge, a small diamond for a face. */
  #markerAt(snapped: SnapResult | null): string {
    const place = snapped && this.#viewer.camera.project(snapped.point)
    if (!snapped || !place || place.depth <= 0) return ''
    const shape = {
      vertex: 'm-5 -5h10v10h-10z',
      edge: 'm0 -6l6 10h-12z',
      face: 'm0 -4l4 4l-4 4l-4 -4z',
    }[snapped.kind]
    return `M${place.x.toFixed(1)} ${place.y.toFixed(1)}${shape}`
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#events.clear()
    this.#lens?.dispose()
    this.#labels.dispose()
    this.#layer.remove()
  }
}

function addHold(viewer: Viewer, hold: (at: CanvasPoint) => CanvasDrag | null): () => void {
  viewer.holds.push(hold)
  return () => viewer.holds.splice(viewer.holds.indexOf(hold), 1)
}

function path(viewer: Viewer, result: Measurement): string {
  if (result.kind === 'face') return result.outline.map((side) => buildPath(viewer, side)).join('')
  return buildPath(viewer, result.points, result.kind === 'area')
}

const STYLE = `
.plumbline-measure path { fill: none; stroke-linecap: round; }
.plumbline-measure .area { fill: rgb(31 111 235 / 0.16); }
.plumbline-measure .halo { stroke: #fff; stroke-width: 4; opacity: 0.85; }
.plumbline-measure .line { stroke: #1f6feb; stroke-width: 2; }
.plumbline-measure .leader { stroke: #1f6feb; stroke-width: 1; }
.plumbline-measure .marker { fill: #fff; stroke: #1f6feb; stroke-width: 2; stroke-linejoin: round; }
.plumbline-measure-label { position: absolute; left: 0; top: 0; padding: 2px 7px; border-radius: 6px; background: #fff;
  color: #1b1815; border: 1px solid #1f6feb; white-space: nowrap; font: 500 12px/18px 'Inter Variable', system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
.plumbline-measure-label[hidden] { display: none; }
`
