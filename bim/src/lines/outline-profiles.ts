import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { formatVector } from '../structure/linear-placements.ts'
import { CurveReader } from './curves.ts'
import { IDENTITY, transform } from './matrix.ts'
import { readAxes } from './placements.ts'

/** Profiles whose statements are in memory at the same time. */
const BATCH = 1000
/** Most points of all outlines: thousands of profiles may share a line. */
const MOST_POINTS = 1_000_000
/** Points closer to each other are one, in the unit of the file. */
const SAME = 1e-9
/** Corners that would reach farther than this many half thicknesses are cut off. */
const LONGEST_MITRE = 8

type Point = readonly [x: number, y: number]

/**
 * Writes profiles as outlines which the engines misread: the first one draws a Z too narrow and without its position, the
 * second one too wide; neither knows lines with a thickness. Reads excerpts of the file, since the scan keeps no curves.
 */
export function outlineProfiles(
  source: ByteSource,
  { file }: Cursor,
  { metres, radians }: { metres: number; radians: number },
): Splice[] {
  const slots = ['IFCZSHAPEPROFILEDEF', 'IFCCENTERLINEPROFILEDEF'].flatMap((entity) => [
    ...file.slotsOf(entity),
  ])
  if (slots.length === 0) return []
  const slotOf = new Map(slots.map((slot) => [file.id.at(slot), slot]))
  const splices: Splice[] = []
  let left = MOST_POINTS
  for (const part of extractClosures(source, [...slotOf.keys()], BATCH)) {
    const cursor = new Cursor(scanStep(createByteSource(part.bytes), () => true).file)
    const curves = new CurveReader(cursor, metres, radians)
    for (const id of part.ids) {
      const isZ = cursor.file.entityOf(id) === 'IFCZSHAPEPROFILEDEF'
      const outlines = isZ ? readZ(cursor, id) : readThickLine(cursor, curves, id)
      const slot = slotOf.get(id)
      if (!outlines || slot === undefined) continue
      left -= outlines.flat().length
      if (left < 0) return splices
      const offset = file.offset.at(slot)
      const open = source.read(offset, 256).indexOf(0x28)
      const text = formatProfile(id, outlines, (count) => file.numbers.takeFree(count))
      const insert = new TextEncoder().encode(text)
      // the arguments without their parentheses
      if (open > 0) splices.push({ offset, remove: open + file.length.at(slot) + 2, insert, both: true })
    }
  }
  return splices
}

/** The corners of a Z, in the middle of the box around it: the flanges are as wide as stated, with the web. */
function readZ(cursor: Cursor, id: number): Point[][] | null {
  if (!cursor.openId(id) || cursor.word() !== 'AREA') return null
  const position = cursor.skip(1).ref()
  const [depth, width, web, flange] = [cursor.number(), cursor.number(), cursor.number(), cursor.number()]
  if (!depth || !width || !web || !flange) return null
  const matrix = readAxes(cursor, position) ?? IDENTITY
  const [x, y, half] = [width - web / 2, depth / 2, web / 2]
  const lower: Point[] = [
    [-half, -y],
    [x, -y],
    [x, flange - y],
    [half, flange - y],
  ]
  const corners = [...lower, ...lower.map(([a, b]): Point => [-a, -b])]
  return [
    corners.map((corner) => {
      const [a, b] = transform(matrix, [...corner, 0])
      return [a, b]
    }),
  ]
}

/** The outline of a line with a thickness, and of the hole in it where the line is closed. */
function readThickLine(cursor: Cursor, curves: CurveReader, id: number): Point[][] | null {
  if (!cursor.openId(id)) return null
  const [curve, thickness] = [cursor.skip(2).ref(), cursor.number()]
  if (!thickness) return null
  const line: Point[] = []
  for (const [x, y] of curves.read(curve) ?? []) {
    const last = line.at(-1)
    if (!last || distance(last, [x, y]) > SAME) line.push([x, y])
  }
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 2) return null
  const isClosed = line.length > 3 && distance(first, last) <= SAME
  if (isClosed) line.pop()
  const left = shiftLine(line, thickness / 2, isClosed)
  const right = shiftLine(line, -thickness / 2, isClosed)
  if (!isClosed) return [[...left, ...right.toReversed()]]
  return Math.abs(computeArea(left)) > Math.abs(computeArea(right)) ? [left, right] : [right, left]
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])

function computeArea(line: Point[]): number {
  return line.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = line[(at + 1) % line.length] ?? [0, 0]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

/** A line moved to its left, with mitred corners. */
function shiftLine(line: Point[], by: number, isClosed: boolean): Point[] {
  const pick = (at: number) => line[isClosed ? (at + line.length) % line.length : at]
  const normal = (from: Point | undefined, to: Point | undefined): Point | null => {
    const length = from && to ? distance(from, to) : 0
    return from && to && length > 0 ? [(from[1] - to[1]) / length, (to[0] - from[0]) / length] : null
  }
  return line.map((point, at): Point => {
    const before = normal(pick(at - 1), point)
    const after = normal(point, pick(at + 1))
    const [aX, aY] = before ?? after ?? [0, 0]
    const [bX, bY] = after ?? before ?? [0, 0]
    // The mitre is the sum of both normals, divided by this: zero where the line turns back.
    const spread = Math.max(1 + aX * bX + aY * bY, 2 / LONGEST_MITRE ** 2)
    return [point[0] + ((aX + bX) * by) / spread, point[1] + ((aY + bY) * by) / spread]
  })
}

function formatProfile(id: number, outlines: Point[][], takeFree: (count: number) => number): string {
  const statements: string[] = []
  const lines = outlines.map((outline) => {
    const line = takeFree(outline.length + 1)
    const points = outline.map((_, at) => `#${line + 1 + at}`)
    statements.push(`#${line}=IFCPOLYLINE((${[...points, points[0]].join()}))`)
    for (const [at, point] of outline.entries())
      statements.push(`${points[at]}=IFCCARTESIANPOINT(${formatVector(point)})`)
    return `#${line}`
  })
  const [outer, inner] = lines
  const profile = inner
    ? `IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${outer},(${inner}))`
    : `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${outer})`
  return [`#${id}=${profile}`, ...statements].join(';')
}
