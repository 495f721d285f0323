import type { LineLayer, OpeningPanels, Vec3 } from '@plumbline/bim/model'
import type { ModelChunk } from './chunk.ts'
import { clipSegment, type Plane } from './clipping.ts'
import { type Contour, type PlaneBasis, pointFromPlane } from './contour.ts'
import { computeFilledArea, fillContour } from './contour-fill.ts'
import { cutInstance, toLocalPlane } from './cut.ts'
import { findEdges } from './edges.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import { type Floor, PLAN_CUT_M } from './floors.ts'
import type { ModelFrame } from './frame.ts'
import type { Model } from './model.ts'
import { drawPanelSymbols } from './panel-symbols.ts'
import { PlanCovers } from './plan-covers.ts'
import { computeExtent, computeMainExtent, isGround, type PlanExtent } from './plan-extent.ts'
import { listHitEdges } from './snap.ts'
import { drawFlightArrow, type FlightPieces, isFlight } from './stair-arrows.ts'

/** A point of a plan: east and north in world metres. */
export type PlanPoint = [x: number, y: number]

interface PlanRoom {
  model: string
  element: number
  name: string
  area_m2: number
  at: PlanPoint
  /** area of the largest piece that has room for the name, square metres, and its width in metres */
  widest: number
  width: number
}

interface PlanAxis {
  name: string
  points: PlanPoint[]
}

/** Facts about a model other than its shapes. */
export interface ModelDrawing {
  lines?: LineLayer
  panels?: readonly OpeningPanels[]
}

/** A storey seen from above, as lines and areas in world metres. */
export interface PlanDrawing {
  /** the building, without terrain and stray elements */
  extent: PlanExtent
  /**
   * cut solids: closed outlines, filled where they wind around or, unless `wound`, alternately; flights are not filled, and the
   * ground is paler
   */
  cuts: { loops: PlanPoint[][]; wound: boolean; glass: boolean; hollow: boolean; ground: boolean }[]
  /** lines of cut sheets, which have no area */
  sheets: PlanPoint[][]
  /** edges below the cut */
  below: [PlanPoint, PlanPoint][]
  rooms: PlanRoom[]
  /** open leaves of doors and windows with their arcs */
  panels: PlanPoint[][]
  /** arrows up along flights of stairs and ramps */
  arrows: PlanPoint[][]
  /** axes of grids, at every height, as long as in the file */
  axes: PlanAxis[]
}

/** Depth of the view below the floor, metres. */
export const BELOW_M = 0.3
/** Shorter lines would only blacken the sheet, metres. */
const SHORTEST_M = 0.02
const OPAQUE_ALPHA = 250

/**
 * Draws a storey, cut above its floor; skips hidden and ghosted elements. Spaces count if they are loaded.
 * @param drawings by id of the model
 */
export function drawPlan(
  models: Iterable<Model>,
  { elevation }: Floor,
  drawings: ReadonlyMap<string, ModelDrawing> = new Map(),
): PlanDrawing {
  const plan: PlanDrawing = {
    extent: computeExtent([]),
    cuts: [],
    sheets: [],
    below: [],
    rooms: [],
    panels: [],
    arrows: [],
    axes: [],
  }
  const planes: Plane[] = [
    { normal: [0, 0, -1], constant: elevation + PLAN_CUT_M },
    { normal: [0, 0, 1], constant: BELOW_M - elevation },
  ]
  const seen = new Set<string>()
  const groundSheets = new Set<PlanPoint[]>()
  const open = [...models]
  const covers = new PlanCovers(open, elevation)
  for (const model of open) {
    const flights = new Map<number, FlightPieces>()
    addDrawing(plan, model, drawings.get(model.id) ?? {}, elevation + PLAN_CUT_M)
    for (const chunk of model.chunks) {
      const { count, element, box } = chunk.placed.instances
      let { edges } = chunk
      for (let instance = 0; instance < count; instance++) {
        if ((model.state.data[(element[instance] as number) * 4] ?? 0) & (HIDDEN | GHOST)) continue
        const low = (box[instance * 6 + 2] as number) + model.frame.position[2]
        const high = (box[instance * 6 + 5] as number) + model.frame.position[2]
        if (low > elevation + PLAN_CUT_M || high < elevation - BELOW_M) continue
        const isRoom =
          chunk.info.kind === 'spaces' && model.classOf(element[instance] as number) === 'IfcSpace'
        if (isRoom) addRoom(plan, model, chunk, instance, planes[0] as Plane)
        else if (chunk.info.kind === 'model') {
          const first = plan.sheets.length
          addCut(plan, model, chunk, instance, planes[0] as Plane)
          if (isGround(model.classOf(element[instance] as number)))
            for (const line of plan.sheets.slice(first)) groundSheets.add(line)
          // The edges of a new chunk are still being computed by the worker.
          edges ??= findEdges(chunk.placed)
          addBelow(plan, listHitEdges({ chunk, instance }, model.frame, edges), { planes, covers, seen })
          addFlight(flights, model, chunk, instance)
        }
      }
    }
    for (const pieces of flights.values())
      for (const line of drawFlightArrow(model, pieces, [elevation - BELOW_M, elevation + PLAN_CUT_M]) ?? [])
        plan.arrows.push(line)
  }
  plan.extent = fitBuilding(plan, groundSheets)
  return plan
}

/** The extent of what is cut. For a roof, or a storey with nothing but its slab, it is that of the parts visible below. */
function fitBuilding(
  { cuts, sheets, below }: PlanDrawing,
  groundSheets: ReadonlySet<PlanPoint[]>,
): PlanExtent {
  const solids = cuts.filter(({ ground }) => !ground).map(({ loops }) => computeExtent(loops.flat()))
  const lines = sheets.filter((line) => !groundSheets.has(line)).map(computeExtent)
  for (const parts of [
    [...solids, ...lines],
    [...cuts.map(({ loops }) => loops.flat()), ...sheets].map(computeExtent),
  ])
    if (parts.length > 0) return computeMainExtent(parts)
  return computeMainExtent(below.map(computeExtent))
}

function addDrawing(plan: PlanDrawing, model: Model, { lines, panels }: ModelDrawing, height: number): void {
  const flat = (point: Vec3): PlanPoint => [point[0], point[1]]
  for (const symbol of drawPanelSymbols(model, panels ?? [], height))
    for (const line of symbol.lines) plan.panels.push(line.map((point) => flat(model.frame.point(point))))
  const { origin } = model.manifest
  for (const { kind, name, element, points } of lines?.lines ?? []) {
    if (kind !== 'grid' || (model.state.data[element * 4] ?? 0) & (HIDDEN | GHOST)) continue
    const axis: PlanPoint[] = []
    for (let at = 0; at + 2 < points.length; at += 3) {
      const [x, y, z] = points.slice(at, at + 3) as Vec3
      axis.push(flat(model.frame.point([x - origin[0], y - origin[1], z - origin[2]])))
    }
    // Grids are often repeated on every storey.
    const isKnown = plan.axes.some((known) => known.name === name && isSameLine(known.points, axis))
    if (!isKnown) plan.axes.push({ name, points: axis })
  }
}

const isSameLine = (a: readonly PlanPoint[], b: readonly PlanPoint[]) =>
  a.length === b.length &&
  a.every(([x, y], at) => Math.hypot(x - (b[at]?.[0] ?? 0), y - (b[at]?.[1] ?? 0)) < SHORTEST_M)

function addCut(plan: PlanDrawing, model: Model, chunk: ModelChunk, instance: number, plane: Plane): void {
  const cut = cutInstance(chunk.placed, instance, toLocalPlane(plane, model.frame))
  if (!cut) return
  const { contour, basis } = cut
  const place = placer(contour, basis, model.frame)
  const loops = listLoops(contour).map((loop) => loop.map(place))
  const glass = (chunk.placed.instances.color[instance * 4 + 3] as number) < OPAQUE_ALPHA
  const name = model.classOf(chunk.placed.instances.element[instance] as number)
  const ground = isGround(name)
  if (loops.length > 0) plan.cuts.push({ loops, wound: contour.wound, glass, hollow: isFlight(name), ground })
  for (let at = 0; at < contour.open.length; at += 2)
    plan.sheets.push([place(contour.open[at] as number), place(contour.open[at + 1] as number)])
}

function addFlight(
  flights: Map<number, FlightPieces>,
  model: Model,
  chunk: ModelChunk,
  instance: number,
): void {
  const element = chunk.placed.instances.element[instance] as number
  if (!isFlight(model.classOf(element))) return
  const pieces = flights.get(element) ?? []
  flights.set(element, pieces)
  pieces.push({ chunk, instance })
}

function placer(contour: Contour, basis: PlaneBasis, frame: ModelFrame): (node: number) => PlanPoint {
  return (node) => {
    const local = pointFromPlane(
      basis,
      contour.nodes[node * 2] as number,
      contour.nodes[node * 2 + 1] as number,
    )
    const [x, y] = frame.point(local)
    return [x, y]
  }
}

/** Chains the closed lines of a contour into loops of nodes. */
function listLoops({ closed, wound }: Contour): number[][] {
  const at = new Map<number, number[]>()
  const note = (node: number, pair: number) => {
    const pairs = at.get(node)
    if (pairs) pairs.push(pair)
    else at.set(node, [pair])
  }
  for (let pair = 0; pair < closed.length; pair += 2) {
    note(closed[pair] as number, pair)
    // Lines that are not wound consistently are followed in both directions.
    if (!wound) note(closed[pair + 1] as number, pair)
  }
  const used = new Set<number>()
  const loops: number[][] = []
  for (let start = 0; start < closed.length; start += 2) {
    if (used.has(start)) continue
    const loop: number[] = []
    let node = closed[start] as number
    for (let pair: number | undefined = start; pair !== undefined; ) {
      used.add(pair)
      loop.push(node)
      node = (closed[pair] === node ? closed[pair + 1] : closed[pair]) as number
      pair = at.get(node)?.find((next) => !used.has(next))
    }
    loops.push(loop)
  }
  return loops
}

/** The same for upper and lower edges of an upright face, which are one line on a plan. */
const nameLine = (line: readonly [Vec3, Vec3]) =>
  line
    .map(([x, y]) => `${Math.round(x * 100)},${Math.round(y * 100)}`)
    .sort()
    .join(' ')

function addBelow(
  plan: PlanDrawing,
  edges: Iterable<[Vec3, Vec3]>,
  { planes, covers, seen }: { planes: readonly Plane[]; covers: PlanCovers; seen: Set<string> },
): void {
  for (const [a, b] of edges) {
    const kept = clipSegment(planes, a, b)
    if (!kept || seen.has(nameLine(kept))) continue
    for (const part of covers.listVisible(...kept)) {
      const [from, to] = part.map(([x, y]): PlanPoint => [x, y]) as [PlanPoint, PlanPoint]
      const name = nameLine(part)
      if (seen.has(name) || Math.hypot(to[0] - from[0], to[1] - from[1]) < SHORTEST_M) continue
      seen.add(name)
      plan.below.push([from, to])
    }
  }
}

function addRoom(plan: PlanDrawing, model: Model, chunk: ModelChunk, instance: number, plane: Plane): void {
  const cut = cutInstance(chunk.placed, instance, toLocalPlane(plane, model.frame))
  const pieces = cut ? fillContour(cut.contour) : []
  const name = model.structure?.elements.name[chunk.placed.instances.element[instance] as number] ?? ''
  let widest = { at: null as [number, number] | null, size: 0, width: 0 }
  const isAlongX = cut !== null && Math.abs(model.frame.direction(cut.basis.u)[0]) > 0.5
  for (const { low, high, from, to } of pieces) {
    const left = (from[0] + to[0]) / 2
    const right = (from[1] + to[1]) / 2
    const size = (right - left) * (high - low)
    const width = isAlongX ? right - left : high - low
    if (size > widest.size) widest = { at: [(left + right) / 2, (low + high) / 2], size, width }
  }
  if (!cut || !widest.at) return
  const [x, y] = model.frame.point(pointFromPlane(cut.basis, ...widest.at))
  const element = chunk.placed.instances.element[instance] as number
  const area_m2 = computeFilledArea(pieces)
  // A room may consist of several solids.
  const known = plan.rooms.find((room) => room.element === element && room.model === model.id)
  const { size, width } = widest
  if (!known) plan.rooms.push({ model: model.id, element, name, area_m2, at: [x, y], widest: size, width })
  else {
    known.area_m2 += area_m2
    if (size > known.widest) Object.assign(known, { at: [x, y], widest: size, width })
  }
}
