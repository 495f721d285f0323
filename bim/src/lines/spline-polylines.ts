import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { Vector } from '../structure/alignment-curve.ts'
import { formatVector } from '../structure/linear-placements.ts'
import { CurveReader, type Polyline } from './curves.ts'

/** Larger files are left unchanged: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Splines whose statements are in memory at the same time; and the limit on points of all of them. */
const BATCH = 1000
const MOST_POINTS = 500_000
/** Limit on the distance between a spline and its polyline: metres, or the share of the spline's size if that is more. */
const TOLERANCE_M = 0.001
const TOLERANCE_SHARE = 1 / 2000
/** A line is simplified in pieces of this many points, because the time may grow with the square of them. */
const PIECE = 256

const SPLINE = /^IFC(RATIONAL)?B(SPLINECURVE(WITHKNOTS)?|EZIERCURVE)$/
/**
 * Statements whose splines stay: curves that refer to the parameter of another curve or to the coordinates of a surface, and edges of
 * faces, because the first engine divides a curved face by the points on its border: it had up to five times as many triangles.
 */
const KEEPS_SPLINE = /^IFC(TRIMMEDCURVE|PCURVE|OFFSETCURVE\w*|EDGECURVE|(SURFACE|INTERSECTION|SEAM)CURVE)$/

/**
 * Writes splines as polylines: the first engine draws as many chords as a spline has control points, so that an arch of three points
 * is a trapezium.
 */
export function writeSplinesAsPolylines(
  source: ByteSource,
  { file }: Cursor,
  { metres, radians }: { metres: number; radians: number },
): Splice[] {
  if (source.size > MOST_BYTES || !file.kinds.some((entity) => SPLINE.test(entity))) return []
  const table = new StatementTable(source)
  const splices: Splice[] = []
  let left = MOST_POINTS
  for (const part of extractClosures(source, findSplines(table), BATCH)) {
    const cursor = new Cursor(scanStep(createByteSource(part.bytes), () => true).file)
    const curves = new CurveReader(cursor, metres, radians)
    for (const id of part.ids) {
      const line = curves.read(id)
      const slot = table.numbers.slot(id)
      if (!line) continue
      const size = Math.max(...[0, 1, 2].map((axis) => measureExtent(line, axis)))
      const points = simplifyLine(line, Math.max(TOLERANCE_M / metres, size * TOLERANCE_SHARE))
      left -= line.length
      if (left < 0) return splices
      const isFlat = isPlane(cursor, id)
      const first = file.numbers.takeFree(points.length)
      const list = points.map((_, at) => `#${first + at}`).join()
      const places = points.map(
        ([x, y, z], at) => `#${first + at}=IFCCARTESIANPOINT(${formatVector(isFlat ? [x, y] : [x, y, z])});`,
      )
      const insert = new TextEncoder().encode(`#${id}=IFCPOLYLINE((${list}));${places.join('')}`)
      const offset = table.begin.at(slot)
      splices.push({ offset, remove: table.end.at(slot) - offset, insert, both: true })
    }
  }
  return splices
}

function findSplines(table: StatementTable): number[] {
  const found = new Set<number>()
  for (let slot = 0; slot < table.count; slot++)
    if (SPLINE.test(table.kindName(slot))) found.add(table.id.at(slot))
  for (let slot = 0; slot < table.count; slot++)
    if (KEEPS_SPLINE.test(table.kindName(slot)))
      for (const argument of [0, 1, 2])
        for (const id of table.listReferences(slot, argument)) found.delete(id)
  return [...found]
}

/** Whether the control points of a spline are of two dimensions. */
function isPlane(cursor: Cursor, id: number): boolean {
  const [first = 0] = cursor.openId(id) ? cursor.skip(1).refs() : []
  return cursor.openId(first) && cursor.numbers().length === 2
}

function measureExtent(line: Polyline, axis: number): number {
  const [low, high] = line.reduce(
    ([least, most], point) => [Math.min(least, point[axis] ?? 0), Math.max(most, point[axis] ?? 0)],
    [Infinity, -Infinity] as [number, number],
  )
  return high - low
}

/** The points of a line that are needed to stay within a tolerance of it, with both ends and the middle, because it may be closed. */
function simplifyLine(line: Polyline, tolerance: number): Polyline {
  const isKept = new Uint8Array(line.length)
  const last = line.length - 1
  const step = Math.max(1, Math.min(PIECE, last >> 1))
  const waiting: [from: number, to: number][] = []
  for (let at = 0; at < last; at += step) waiting.push([at, Math.min(at + step, last)])
  for (const [from, to] of waiting) {
    isKept[from] = isKept[to] = 1
    let farthest = 0
    let most = tolerance
    for (let at = from + 1; at < to; at++) {
      const away = distanceTo(line[at] as Vector, line[from] as Vector, line[to] as Vector)
      if (away > most) [farthest, most] = [at, away]
    }
    // grows during the iteration
    if (farthest > 0) waiting.push([from, farthest], [farthest, to])
  }
  return line.filter((_, at) => isKept[at] === 1)
}

/** Distance of a point from a line between two others. */
function distanceTo(point: Vector, from: Vector, to: Vector): number {
  const way = to.map((part, axis) => part - (from[axis] ?? 0))
  const own = point.map((part, axis) => part - (from[axis] ?? 0))
  const length = way.reduce((sum, part) => sum + part * part, 0)
  const along = way.reduce((sum, part, axis) => sum + part * (own[axis] ?? 0), 0)
  const share = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0
  return Math.hypot(...own.map((part, axis) => part - share * (way[axis] ?? 0)))
}
