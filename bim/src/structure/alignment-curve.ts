import type { Cursor } from '../step/cursor.ts'
import { CurveSegment, type PlanePoint, readCurveSegment } from './curve-segments.ts'

export type Vector = [x: number, y: number, z: number]
/** A position along a curve: the point, and the directions along, to the left and up. */
export interface CurveFrame {
  point: Vector
  along: Vector
  left: Vector
  up: Vector
}

/** A curve by the distance along it. */
export interface Directrix {
  length: number
  /** distances at which a part of the curve begins or ends, ascending */
  joints: number[]
  frameAt: (distance: number) => CurveFrame
}

/** Segments with the distance at which each begins. */
interface Line {
  segments: CurveSegment[]
  begins: number[]
}

/** Heights over the distance, and the cross slope at the begin of each segment. */
interface Cant {
  line: Line
  tilts: number[]
}

/**
 * An alignment in space, by the distance along its horizontal curve: horizontal segments, a gradient over them and a
 * cant over that. All lengths are in the unit of the file.
 */
export class AlignmentCurve implements Directrix {
  #horizontal: Line
  #gradient: Line | null
  #cant: Cant | null

  private constructor(horizontal: Line, gradient: Line | null, cant: Cant | null) {
    this.#horizontal = horizontal
    this.#gradient = gradient
    this.#cant = cant
  }

  /** Reads the curve of a placement; null when it or a part of it is of an unknown kind. */
  static read(cursor: Cursor, id: number): Directrix | null {
    const { file } = cursor
    if (file.entityOf(id) === 'IFCPOLYLINE') {
      const points = readPoints(cursor, id).map(([x = 0, y = 0, z = 0]): Vector => [x, y, z])
      return points.length > 1 ? new PolylineCurve(points) : null
    }
    let curve = id
    let cant: Cant | null = null
    let gradient: Line | null = null
    if (file.entityOf(curve) === 'IFCSEGMENTEDREFERENCECURVE' && cursor.openId(curve)) {
      const ids = cursor.refs()
      curve = cursor.skip(1).ref()
      const line = readLine(cursor, ids)
      if (!line) return null
      cant = { line, tilts: ids.map((segment) => readTilt(cursor, segment)) }
    }
    if (file.entityOf(curve) === 'IFCGRADIENTCURVE' && cursor.openId(curve)) {
      const ids = cursor.refs()
      curve = cursor.skip(1).ref()
      gradient = readLine(cursor, ids)
      if (!gradient) return null
    }
    const entity = file.entityOf(curve)
    let horizontal: Line | null = null
    if (entity === 'IFCCOMPOSITECURVE' && cursor.openId(curve)) horizontal = readLine(cursor, cursor.refs())
    else if (entity === 'IFCCURVESEGMENT') horizontal = readLine(cursor, [curve])
    else if (entity === 'IFCPOLYLINE') horizontal = readPolyline(cursor, curve)
    return horizontal && new AlignmentCurve(horizontal, gradient, cant)
  }

  /** Length of the horizontal curve. */
  get length(): number {
    const { segments, begins } = this.#horizontal
    return (begins.at(-1) ?? 0) + (segments.at(-1)?.length ?? 0)
  }

  /** Distances along the curve at which a segment begins or ends, ascending. */
  get joints(): number[] {
    const slopes = [this.#gradient, this.#cant?.line].flatMap((line) =>
      line ? line.segments.map(({ start }) => start.x) : [],
    )
    const inside = [...this.#horizontal.begins, ...slopes].filter((at) => at > 0 && at < this.length)
    return [0, ...[...new Set(inside)].sort((a, b) => a - b), this.length]
  }

  frameAt(distance: number): CurveFrame {
    const { x, y, angle } = pointAt(this.#horizontal, distance)
    const profile = this.#gradient && profileAt(this.#gradient, distance)
    const slope = profile?.angle ?? 0
    let z = profile?.y ?? 0
    const flat: Vector = [Math.cos(angle), Math.sin(angle), 0]
    const along: Vector = [flat[0] * Math.cos(slope), flat[1] * Math.cos(slope), Math.sin(slope)]
    let left: Vector = [-flat[1], flat[0], 0]
    if (this.#cant) {
      const { line, tilts } = this.#cant
      z += profileAt(line, distance).y
      const tilt = tiltAt(line, tilts, distance)
      const level = cross(along, left)
      left = [0, 1, 2].map(
        (axis) => (left[axis] ?? 0) * Math.cos(tilt) + (level[axis] ?? 0) * Math.sin(tilt),
      ) as Vector
    }
    return { point: [x, y, z], along, left, up: cross(along, left) }
  }
}

/** A line of points in space, by the distance along it. */
export class PolylineCurve implements Directrix {
  readonly length: number
  /** distance of each point */
  readonly joints: number[]
  readonly #points: readonly Vector[]

  constructor(points: readonly Vector[]) {
    const apart = (at: number) => Math.hypot(...subtract(points[at] as Vector, points[at - 1] as Vector))
    const kept = points.filter((_, at) => at === 0 || apart(at) > 0)
    this.#points = kept
    this.joints = [0]
    for (const [at, point] of kept.entries()) {
      const before = kept[at - 1]
      if (before) this.joints.push((this.joints.at(-1) ?? 0) + Math.hypot(...subtract(point, before)))
    }
    this.length = this.joints.at(-1) ?? 0
  }

  frameAt(distance: number): CurveFrame {
    const next = this.joints.findIndex((joint, at) => at > 0 && joint >= distance)
    const at = next < 0 ? this.joints.length - 1 : next
    const [from, to] = [this.#points[at - 1] ?? [0, 0, 0], this.#points[at] ?? [0, 0, 0]] as [Vector, Vector]
    const way = subtract(to, from)
    const size = Math.hypot(...way) || 1
    const along = way.map((part) => part / size) as Vector
    const ahead = distance - (this.joints[at - 1] ?? 0)
    const point = from.map((part, axis) => part + (along[axis] ?? 0) * ahead) as Vector
    const flat = Math.hypot(along[0], along[1])
    const left: Vector = flat > 1e-9 ? [-along[1] / flat, along[0] / flat, 0] : [0, 1, 0]
    return { point, along, left, up: cross(along, left) }
  }
}

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function readLine(cursor: Cursor, ids: number[]): Line | null {
  const line: Line = { segments: [], begins: [] }
  let begin = 0
  for (const id of ids) {
    const segment = readCurveSegment(cursor, id)
    if (!segment) return null
    // A segment without length marks the end.
    if (segment.length === 0 && line.segments.length > 0) continue
    line.segments.push(segment)
    line.begins.push(begin)
    begin += segment.length
  }
  return line.segments.length === 0 ? null : line
}

function readPoints(cursor: Cursor, id: number): number[][] {
  const points = cursor.openId(id) ? cursor.refs() : []
  return points.map((point) => (cursor.openId(point) ? cursor.numbers() : []))
}

function readPolyline(cursor: Cursor, id: number): Line | null {
  const places = readPoints(cursor, id)
  const line: Line = { segments: [], begins: [] }
  let begin = 0
  for (const [at, [x = 0, y = 0]] of places.entries()) {
    const [nextX = 0, nextY = 0] = places[at + 1] ?? []
    if (at + 1 === places.length) break
    const start = { x, y, angle: Math.atan2(nextY - y, nextX - x) }
    const length = Math.hypot(nextX - x, nextY - y)
    line.segments.push(new CurveSegment(start, { angle: () => 0, radius: Infinity }, 0, length))
    line.begins.push(begin)
    begin += length
  }
  return line.segments.length === 0 ? null : line
}

function pointAt({ segments, begins }: Line, distance: number): PlanePoint {
  const index = lastIndex(begins, distance)
  const segment = segments[index] as CurveSegment
  return segment.at(distance - (begins[index] ?? 0))
}

/** A profile's segments begin at distances along the base curve, which need not be those of their lengths. */
function profileAt({ segments }: Line, distance: number): PlanePoint {
  const index = lastIndex(
    segments.map((segment) => segment.start.x),
    distance,
  )
  return (segments[index] as CurveSegment).atX(distance)
}

function lastIndex(begins: number[], distance: number): number {
  let index = 0
  for (const [at, begin] of begins.entries()) if (begin <= distance) index = at
  return index
}

/** The cross slope at the begin of a segment of cant, from the axis of its placement: radians, positive to the left. */
function readTilt(cursor: Cursor, segment: number): number {
  const placement = cursor.openId(segment) ? cursor.skip(1).ref() : 0
  const axis = cursor.openId(placement) ? cursor.skip(1).ref() : 0
  const [, y = 0, z = 1] = cursor.openId(axis) ? cursor.numbers() : []
  return Math.atan2(-y, z)
}

/**
 * The cross slope follows the height of the cant between the starts of two segments; where the height is level, it follows
 * the distance.
 */
function tiltAt({ segments }: Line, tilts: number[], distance: number): number {
  const index = lastIndex(
    segments.map((segment) => segment.start.x),
    distance,
  )
  const [first, next] = [segments[index], segments[index + 1]]
  const [from = 0, to = tilts[index] ?? 0] = [tilts[index], tilts[index + 1]]
  if (!first || !next) return from
  const rise = next.start.y - first.start.y
  const way = next.start.x - first.start.x
  const share =
    Math.abs(rise) > 1e-9
      ? (first.atX(distance).y - first.start.y) / rise
      : (distance - first.start.x) / (way || 1)
  return from + (to - from) * Math.min(1, Math.max(0, share))
}
