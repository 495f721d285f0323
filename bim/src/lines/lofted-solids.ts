import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { StepFile } from '../step/step-file.ts'
import { cross, type Vector } from '../structure/alignment-curve.ts'
import { formatVector } from '../structure/linear-placements.ts'
import { CurveReader, type Polyline } from './curves.ts'
import { buildMatrix, IDENTITY, type Matrix, transform } from './matrix.ts'
import { readAxes, readPoint } from './placements.ts'
import { type ProfilePoint, readProfileRings } from './profile-rings.ts'

/** Larger files are left unchanged: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Solids whose statements are in memory at the same time; and the limit on points of all of them. */
const BATCH = 1000
const MOST_POINTS = 500_000
/** Turn between two sections of a solid of revolution, radians. */
const STEP = Math.PI / 24

const SPINE = 'IFCSECTIONEDSPINE'
const REVOLVED = 'IFCREVOLVEDAREASOLIDTAPERED'

/** The outlines of a section in space, and the direction that its profile faces. */
interface Section {
  rings: Vector[][]
  normal: Vector
}

/** Solids between sections that neither engine knows, written as bodies with faces. */
interface LoftedSolids {
  splices: Splice[]
  /** their entity numbers */
  ids: Set<number>
}

/** Writes solids between sections along a spine, and tapered solids of revolution, as bodies with faces. */
export function writeLoftedSolids(
  source: ByteSource,
  { file }: Cursor,
  { metres, radians }: { metres: number; radians: number },
): LoftedSolids {
  const found: LoftedSolids = { splices: [], ids: new Set() }
  const isWanted = (entity: string) => entity === SPINE || entity === REVOLVED
  if (source.size > MOST_BYTES || !file.kinds.some(isWanted)) return found
  const table = new StatementTable(source)
  const ids: number[] = []
  for (let slot = 0; slot < table.count; slot++)
    if (isWanted(table.kindName(slot))) ids.push(table.id.at(slot))
  let left = MOST_POINTS
  for (const part of extractClosures(source, ids, BATCH)) {
    const cursor = new Cursor(scanStep(createByteSource(part.bytes), () => true).file)
    const curves = new CurveReader(cursor, metres, radians)
    for (const id of part.ids) {
      const isSpine = cursor.file.entityOf(id) === SPINE
      const sections = isSpine ? readSpine(cursor, curves, id) : readRevolved(cursor, curves, radians, id)
      left -= sections?.reduce((sum, { rings }) => sum + rings.flat().length, 0) ?? 0
      if (!sections || left < 0) continue
      const slot = table.numbers.slot(id)
      const offset = table.begin.at(slot)
      const insert = new TextEncoder().encode(formatBody(file, id, sections))
      found.splices.push({ offset, remove: table.end.at(slot) - offset, insert, both: true })
      found.ids.add(id)
    }
  }
  return found
}

/** The stated sections, with more of them at the bends of the spine between two. */
function readSpine(cursor: Cursor, curves: CurveReader, id: number): Section[] | null {
  if (!cursor.openId(id)) return null
  const [spine, profiles, places] = [cursor.ref(), cursor.refs(), cursor.refs()]
  const line = curves.read(spine)
  const rings = profiles.map((profile) => readProfileRings(cursor, curves, profile))
  const frames = places.map((place) => readAxes(cursor, place))
  if (!line || line.length < 2 || rings.length < 2 || rings.length !== frames.length) return null
  const lengths = measureLengths(line)
  const sections: Section[] = []
  for (const [at, frame] of frames.entries()) {
    const [own, before, last] = [rings[at], rings[at - 1], frames[at - 1]]
    if (!frame || !own || (at > 0 && !isAlike(own, before ?? []))) return null
    if (last && before) {
      const [from, to] = [
        findLength(line, lengths, originOf(last)),
        findLength(line, lengths, originOf(frame)),
      ]
      for (const [index, length] of lengths.entries()) {
        const share = (length - from) / (to - from)
        if (!(share > 1e-6 && share < 1 - 1e-6)) continue
        const between = mixFrames(
          line[index] as Vector,
          [last, pointAt(line, lengths, from)],
          [frame, pointAt(line, lengths, to)],
          share,
        )
        sections.push(placeSection(mixRings(before, own, share), between))
      }
    }
    sections.push(placeSection(own, frame))
  }
  return sections
}

/** Sections turned about the axis, from the first profile to the last. */
function readRevolved(cursor: Cursor, curves: CurveReader, radians: number, id: number): Section[] | null {
  if (!cursor.openId(id)) return null
  const [profile, position, axis] = [cursor.ref(), cursor.ref(), cursor.ref()]
  const [angle, end] = [(cursor.number() ?? 0) * radians, cursor.ref()]
  const [first, last] = [profile, end].map((each) => readProfileRings(cursor, curves, each))
  if (!cursor.openId(axis)) return null
  const [location, direction] = [cursor.ref(), cursor.ref()]
  const origin = readPoint(cursor, location)
  const way = readPoint(cursor, direction) ?? [0, 0, 1]
  if (!first || !last || !isAlike(first, last) || !origin || angle === 0) return null
  const matrix = readAxes(cursor, position) ?? IDENTITY
  const place = transform(matrix, origin)
  const up = subtract(transform(matrix, add(origin, way)), place)
  const count = Math.max(1, Math.ceil(Math.abs(angle) / STEP))
  return Array.from({ length: count + 1 }, (_, at) => {
    const { rings, normal } = placeSection(mixRings(first, last, at / count), matrix)
    const turn = (vector: Vector) => rotate(vector, up, (angle * at) / count)
    return {
      rings: rings.map((ring) => ring.map((point) => add(place, turn(subtract(point, place))))),
      normal: turn(normal),
    }
  })
}

const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const mix = (a: Vector, b: Vector, share: number): Vector => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
const columnOf = (matrix: Matrix, at: 0 | 1 | 2 | 3): Vector => [matrix[0][at], matrix[1][at], matrix[2][at]]
const originOf = (matrix: Matrix) => columnOf(matrix, 3)

/** A vector turned about an axis by Rodrigues' formula. */
function rotate(vector: Vector, axis: Vector, angle: number): Vector {
  const length = Math.hypot(...axis)
  const unit = axis.map((part) => part / length) as Vector
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const side = cross(unit, vector)
  const along = dot(unit, vector) * (1 - cos)
  return vector.map((part, at) => part * cos + (side[at] ?? 0) * sin + (unit[at] ?? 0) * along) as Vector
}

const isAlike = (a: ProfilePoint[][], b: ProfilePoint[][]) =>
  a.length === b.length && a.every((ring, at) => ring.length === b[at]?.length)

const mixRings = (a: ProfilePoint[][], b: ProfilePoint[][], share: number): ProfilePoint[][] =>
  a.map((ring, at) =>
    ring.map(([x, y], each): ProfilePoint => {
      const [endX, endY] = b[at]?.[each] ?? [x, y]
      return [x + (endX - x) * share, y + (endY - y) * share]
    }),
  )

const placeSection = (rings: ProfilePoint[][], frame: Matrix): Section => ({
  rings: rings.map((ring) => ring.map(([x, y]) => transform(frame, [x, y, 0]))),
  normal: columnOf(frame, 2),
})

/** A frame at a point of the spine, between two frames that may stand beside theirs. */
function mixFrames(
  point: Vector,
  [first, firstPoint]: [Matrix, Vector],
  [last, lastPoint]: [Matrix, Vector],
  share: number,
): Matrix {
  const beside = mix(subtract(originOf(first), firstPoint), subtract(originOf(last), lastPoint), share)
  const axis = (at: 0 | 2) => mix(columnOf(first, at), columnOf(last, at), share)
  return buildMatrix(add(point, beside), axis(2), axis(0))
}

/** The length of a line up to each of its points. */
function measureLengths(line: Polyline): number[] {
  let length = 0
  return line.map((point, at) => {
    const before = line[at - 1]
    if (before) length += Math.hypot(...subtract(point, before))
    return length
  })
}

/** The length of a line up to its point nearest to another. */
function findLength(line: Polyline, lengths: number[], point: Vector): number {
  let [nearest, found] = [Infinity, 0]
  for (let at = 1; at < line.length; at++) {
    const [from, to] = [line[at - 1] as Vector, line[at] as Vector]
    const way = subtract(to, from)
    const square = dot(way, way)
    const share = square > 0 ? Math.min(1, Math.max(0, dot(subtract(point, from), way) / square)) : 0
    const distance = Math.hypot(...subtract(point, mix(from, to, share)))
    if (distance < nearest) [nearest, found] = [distance, (lengths[at - 1] ?? 0) + Math.sqrt(square) * share]
  }
  return found
}

function pointAt(line: Polyline, lengths: number[], length: number): Vector {
  const at = Math.max(
    1,
    lengths.findIndex((each) => each >= length),
  )
  const [before, after] = [lengths[at - 1] ?? 0, lengths[at] ?? 0]
  return mix(
    line[at - 1] as Vector,
    line[at] as Vector,
    after > before ? (length - before) / (after - before) : 0,
  )
}

const centreOf = ({ rings: [ring = []] }: Section): Vector =>
  ring.reduce<Vector>((sum, point) => add(sum, point.map((part) => part / ring.length) as Vector), [0, 0, 0])

/** A body with the two outer sections and triangles between all of them. */
function formatBody(file: StepFile, id: number, sections: Section[]): string {
  const statements: string[] = []
  const write = (text: string) => {
    const own = `#${file.numbers.takeFree(1)}`
    statements.push(`${own}=${text};`)
    return own
  }
  const points = sections.map(({ rings }) =>
    rings.map((ring) => ring.map((point) => write(`IFCCARTESIANPOINT(${formatVector(point)})`))),
  )
  const [first, second] = [sections[0] as Section, sections[1] as Section]
  // profiles that face backwards, such as those turned against the axis, would be inside out
  const isBackwards = dot(first.normal, subtract(centreOf(second), centreOf(first))) < 0
  const loops: string[][][] = []
  for (const [at, rings] of points.entries())
    for (const [index, ring] of rings.entries())
      for (const [corner, p] of ring.entries()) {
        const next = points[at + 1]?.[index]
        const [q, from, to] = [
          ring[(corner + 1) % ring.length] ?? p,
          next?.[corner],
          next?.[(corner + 1) % ring.length],
        ]
        if (from && to) loops.push([[p, q, to]], [[p, to, from]])
      }
  loops.push(
    (points[0] ?? []).map((ring) => ring.toReversed()),
    points.at(-1) ?? [],
  )
  const faces = loops.map((borders) => {
    const bounds = borders.map((border, at) => {
      const loop = write(`IFCPOLYLOOP((${(isBackwards ? border.toReversed() : border).join()}))`)
      return write(`IFCFACE${at === 0 ? 'OUTER' : ''}BOUND(${loop},.T.)`)
    })
    return write(`IFCFACE((${bounds.join()}))`)
  })
  const shell = write(`IFCCLOSEDSHELL((${faces.join()}))`)
  return `#${id}=IFCFACETEDBREP(${shell});${statements.join('')}`
}
