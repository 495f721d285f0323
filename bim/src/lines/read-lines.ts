import {
  type Box,
  type ConversionWarning,
  type LineKind,
  type LineLayer,
  MOST_NAMED,
  type Vec3,
} from '../model.ts'
import { type ByteSource, createByteSource } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { AlignmentCurve, type Vector } from '../structure/alignment-curve.ts'
import { ShapeState } from '../structure/bodies.ts'
import { isOpeningEntity } from '../structure/entities.ts'
import { describeStatement } from '../structure/references.ts'
import { CurveReader, type Polyline } from './curves.ts'
import { ItemReader } from './items.ts'
import { type Matrix, transform } from './matrix.ts'
import { Placements } from './placements.ts'

/** Limit on the points of a file's lines; the rest is counted and left out. */
const MOST_POINTS = 300_000
/** Products whose statements are in memory at the same time. */
const BATCH = 500
/** Points closer to the line between their neighbours are dropped, metres. */
const STRAIGHT_M = 0.001
/** Coordinates farther from zero are errors, metres. */
const FARTHEST_M = 1e8
/** Half the size of the marks of points and stations, metres. */
const MARK_M = 0.5
/** Distance between station marks of an alignment without stations in its file, metres. */
const STATION_M = 100

interface LineInput {
  source: ByteSource
  cursor: Cursor
  /** STEP entity number by element */
  ids: Uint32Array
  /** ShapeState by element */
  shapes: Uint8Array
  metres: number
  radians: number
}

interface FileLines {
  layer: LineLayer
  warnings: ConversionWarning[]
}

/**
 * Reads line geometry: axes of grids, alignments with stations, annotations, and elements that have only an axis or a
 * footprint. Null when the file has none.
 */
export function readLines(input: LineInput): FileLines | null {
  const elementOf = findLineProducts(input)
  if (elementOf.size === 0) return null
  const layer: LineLayer = { lines: [], texts: [] }
  const unread: number[] = []
  let points = 0
  let leftOut = 0
  for (const { ids, bytes } of extractClosures(input.source, [...elementOf.keys()], BATCH)) {
    if (points >= MOST_POINTS) {
      leftOut += ids.length
      continue
    }
    const cursor = new Cursor(scanStep(createByteSource(bytes), () => true).file)
    const reader = new ProductReader(cursor, input, elementOf, layer)
    for (const id of ids) {
      if (points + reader.points >= MOST_POINTS) leftOut++
      else if (!reader.read(id)) unread.push(id)
    }
    points += reader.points
  }
  if (layer.lines.length + layer.texts.length + unread.length + leftOut === 0) return null
  return { layer, warnings: describeProblems(input.cursor, unread, leftOut) }
}

function describeProblems(cursor: Cursor, unread: number[], leftOut: number): ConversionWarning[] {
  const warnings: ConversionWarning[] = []
  if (unread.length > 0) {
    const which = unread.slice(0, MOST_NAMED).map((id) => describeStatement(cursor, id))
    const message = 'Some lines, such as axes or annotations, could not be read and are not drawn.'
    warnings.push({ code: 'LINES_UNREAD', message, count: unread.length, which })
  }
  if (leftOut > 0) {
    const message = 'The file contains more lines than can be drawn; some are left out.'
    warnings.push({ code: 'LINES_LIMIT', message, count: leftOut })
  }
  return warnings
}

/** Entities whose axis is drawn as part of their alignment. */
const PARTS = /^IFCALIGNMENT(SEGMENT|HORIZONTAL|VERTICAL|CANT)$/

/** Elements drawn as lines, by entity number: grids, stations, and elements with shapes other than bodies. */
function findLineProducts({ cursor, ids, shapes }: LineInput): Map<number, number> {
  const { file } = cursor
  const found = new Map<number, number>()
  const parts = new Map<number, number>()
  let alignments = 0
  for (const [element, id] of ids.entries()) {
    const slot = cursor.slot(id)
    const entity = file.kindName(slot)
    const hasLines = shapes[element] === ShapeState.none || shapes[element] === ShapeState.unknown
    if (slot < 0 || !hasLines || isOpeningEntity(entity) || entity === 'IFCPROJECT') continue
    const hasShape = cursor.open(slot).skip(6).ref() > 0
    if (!hasShape && entity !== 'IFCGRID' && entity !== 'IFCREFERENT') continue
    if (PARTS.test(entity)) parts.set(id, element)
    else found.set(id, element)
    if (entity === 'IFCALIGNMENT') alignments++
  }
  return alignments > 0 || parts.size === 0 ? found : new Map([...found, ...parts])
}

class ProductReader {
  /** points added to the layer */
  points = 0
  readonly #cursor: Cursor
  readonly #input: LineInput
  readonly #elementOf: Map<number, number>
  readonly #layer: LineLayer
  readonly #placements: Placements
  readonly #curves: CurveReader
  readonly #items: ItemReader

  constructor(cursor: Cursor, input: LineInput, elementOf: Map<number, number>, layer: LineLayer) {
    this.#cursor = cursor
    this.#input = input
    this.#elementOf = elementOf
    this.#layer = layer
    this.#placements = new Placements(cursor)
    this.#curves = new CurveReader(cursor, input.metres, input.radians)
    this.#items = new ItemReader(cursor, this.#curves, MARK_M / input.metres)
  }

  /** False when something of the product could not be read. */
  read(id: number): boolean {
    const cursor = this.#cursor
    const entity = cursor.file.entityOf(id)
    const element = this.#elementOf.get(id)
    if (element === undefined || !cursor.openId(id)) return false
    const name = cursor.skip(2).string()
    const [placement, definition] = [cursor.skip(2).ref(), cursor.ref()]
    const matrix = this.#placements.matrixOf(placement)
    if (!matrix) return false
    if (entity === 'IFCGRID') return this.#readGrid(id, element, matrix)
    if (entity === 'IFCREFERENT') return this.#mark(element, matrix, name)
    const isAlignment = /^IFC(ALIGNMENT|LINEAR|POSITIONING)/.test(entity)
    const kind = isAlignment ? 'alignment' : entity === 'IFCANNOTATION' ? 'annotation' : 'axis'
    return this.#readShape(definition, element, matrix, kind, entity.startsWith('IFCSTRUCTURAL'))
  }

  #readGrid(id: number, element: number, matrix: Matrix): boolean {
    const cursor = this.#cursor
    cursor.openId(id)
    cursor.skip(7)
    const axes = [...cursor.refs(), ...cursor.refs(), ...cursor.refs()]
    let isWhole = axes.length > 0
    for (const axis of axes) {
      const tag = cursor.openId(axis) ? cursor.string() : ''
      const line = this.#curves.read(cursor.ref())
      if (!line || !this.#add(element, 'grid', matrix, line, tag)) isWhole = false
    }
    return isWhole
  }

  /** A station: a short line across its direction, with its name. */
  #mark(element: number, matrix: Matrix, text: string): boolean {
    const half = MARK_M / this.#input.metres
    const at = this.#toWorld(matrix, [0, 0, 0])
    if (!at) return false
    this.#layer.texts.push({ element, text, at })
    return this.#add(element, 'alignment', matrix, [
      [0, -half, 0],
      [0, half, 0],
    ])
  }

  #readShape(
    definition: number,
    element: number,
    matrix: Matrix,
    kind: LineKind,
    hasTopology: boolean,
  ): boolean {
    const { lines, texts, isWhole, alignments } = this.#items.ofDefinition(definition, hasTopology)
    let good = isWhole
    for (const { points, isFootprint } of lines)
      if (!this.#add(element, kind === 'axis' && isFootprint ? 'footprint' : kind, matrix, points))
        good = false
    for (const { text, point } of texts) {
      const at = this.#toWorld(matrix, point)
      if (at) this.#layer.texts.push({ element, text, at })
    }
    const isStationed = this.#input.cursor.file.slotsOf('IFCREFERENT').length > 0
    if (kind === 'alignment' && !isStationed)
      for (const curve of alignments) this.#stations(curve, element, matrix)
    return good
  }

  /** Marks the distance along an alignment, where the file names no stations. */
  #stations(id: number, element: number, matrix: Matrix): void {
    const curve = AlignmentCurve.read(this.#cursor, id)
    const { metres } = this.#input
    if (!curve) return
    const count = Math.min(2000, Math.floor((curve.length * metres) / STATION_M))
    const half = MARK_M / metres
    for (let station = 0; station <= count; station++) {
      const { point, left } = curve.frameAt((station * STATION_M) / metres)
      const side = (sign: number) =>
        point.map((part, axis) => part + sign * half * (left[axis] ?? 0)) as Vector
      const at = this.#toWorld(matrix, point)
      const distance = station * STATION_M
      const text = `${Math.floor(distance / 1000)}+${String(distance % 1000).padStart(3, '0')}`
      if (at) this.#layer.texts.push({ element, text, at })
      this.#add(element, 'alignment', matrix, [side(-1), side(1)])
    }
  }

  #add(element: number, kind: LineKind, matrix: Matrix, line: Polyline, name = ''): boolean {
    const points: Vec3[] = []
    for (const point of line) {
      const at = this.#toWorld(matrix, point)
      if (!at) return false
      points.push(at)
    }
    const simple = simplify(points)
    if (simple.length < 2) return false
    this.points += simple.length
    this.#layer.lines.push({ element, kind, name, points: simple.flat() })
    return true
  }

  /** World metres to a tenth of a millimetre; null for invalid coordinates. */
  #toWorld(matrix: Matrix, point: Vector): Vec3 | null {
    const world = transform(matrix, point).map(
      (part) => Math.round(part * this.#input.metres * 1e4) / 1e4 + 0,
    )
    return world.every((part) => Math.abs(part) < FARTHEST_M) ? (world as Vec3) : null
  }
}

/** Drops repeated points and points on the line between their neighbours. */
function simplify(points: Vec3[]): Vec3[] {
  const kept: Vec3[] = []
  for (const [at, point] of points.entries()) {
    const [last, next] = [kept.at(-1), points[at + 1]]
    if (last && distanceToLine(point, last, next ?? last) < STRAIGHT_M && (next || isSame(point, last)))
      continue
    kept.push(point)
  }
  return kept
}

const isSame = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 1e-4

/** Distance of a point from the line between two others, that it must lie between. */
function distanceToLine(point: Vec3, from: Vec3, to: Vec3): number {
  const way = to.map((part, axis) => part - (from[axis] ?? 0))
  const own = point.map((part, axis) => part - (from[axis] ?? 0))
  const length = Math.hypot(...way)
  const along = length > 0 ? own.reduce((sum, part, axis) => sum + part * (way[axis] ?? 0), 0) / length : 0
  if (along < 0 || along > length) return Infinity
  return Math.hypot(...own.map((part, axis) => part - ((way[axis] ?? 0) / (length || 1)) * along))
}

/** World box around all lines and texts; null when there are none. */
export function computeLinesBox({ lines, texts }: LineLayer): Box | null {
  const box: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  const add = (value: number, axis: number) => {
    box[axis] = Math.min(box[axis] ?? 0, value)
    box[axis + 3] = Math.max(box[axis + 3] ?? 0, value)
  }
  for (const { points } of lines) for (const [at, value] of points.entries()) add(value, at % 3)
  for (const { at } of texts) for (const [axis, value] of at.entries()) add(value, axis)
  return Number.isFinite(box[0]) ? box : null
}
