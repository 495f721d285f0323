import type { Cursor } from '../step/cursor.ts'
import { AlignmentCurve, type Vector } from '../structure/alignment-curve.ts'
import { IDENTITY, type Matrix, transform } from './matrix.ts'
import { readAxes, readPoint } from './placements.ts'
import { evaluateSpline } from './splines.ts'

export type Polyline = Vector[]

/** Maximum depth of curves in curves. */
const DEEPEST = 16
/** Chord of arcs, radians. */
const ARC_STEP = Math.PI / 36
/** Chord of transition curves and vertical curves, and the most points of one alignment. */
const ALIGNMENT_STEP_M = 2
const MOST_ALIGNMENT_POINTS = 20_000
/** Limit on the points of one curve including its parts, which may repeat the same curve. */
const MOST_POINTS = 500_000
/** Points of splines per span. */
const SPLINE_STEPS = 12

/** Reads curves as polylines, in the unit of the file and in the curve's own coordinates. */
export class CurveReader {
  readonly #cursor: Cursor
  /** metres per length unit, and radians per unit of plane angles */
  readonly #metres: number
  readonly #radians: number
  /** curves that cannot be read, so that many curves with the same part fail at once */
  readonly #unread = new Set<number>()
  /** points that the curve which is being read may still have */
  #left = MOST_POINTS

  constructor(cursor: Cursor, metres: number, radians: number) {
    this.#cursor = cursor
    this.#metres = metres
    this.#radians = radians
  }

  /** Null for curves of an unknown kind, with parts that are missing, or with too many points. */
  read(id: number, depth = 0): Polyline | null {
    if (depth === 0) this.#left = MOST_POINTS
    if (depth > DEEPEST || this.#unread.has(id) || !this.#cursor.openId(id)) return null
    const line = this.#readKind(id, depth)
    if (!line && this.#left >= 0) this.#unread.add(id)
    return line
  }

  #readKind(id: number, depth: number): Polyline | null {
    const cursor = this.#cursor
    const entity = cursor.file.entityOf(id)
    switch (entity) {
      case 'IFCPOLYLINE':
        return this.#points(cursor.refs())
      case 'IFCINDEXEDPOLYCURVE':
        return this.#indexed(id)
      case 'IFCTRIMMEDCURVE':
        return this.#trimmed(id, depth)
      case 'IFCLINE':
        return this.#line(id, 0, 1)
      case 'IFCCIRCLE':
      case 'IFCELLIPSE':
        return this.#arc(id, 0, 2 * Math.PI)
      case 'IFCCOMPOSITECURVE':
      case 'IFC2DCOMPOSITECURVE':
      case 'IFCCOMPOSITECURVEONSURFACE':
      case 'IFCBOUNDARYCURVE':
      case 'IFCOUTERBOUNDARYCURVE':
        return this.#composite(id, depth)
      case 'IFCBSPLINECURVE':
      case 'IFCBSPLINECURVEWITHKNOTS':
      case 'IFCRATIONALBSPLINECURVEWITHKNOTS':
      case 'IFCBEZIERCURVE':
      case 'IFCRATIONALBEZIERCURVE':
        return this.#spline(id)
      case 'IFCSURFACECURVE':
      case 'IFCINTERSECTIONCURVE':
      case 'IFCSEAMCURVE':
        return this.read(cursor.ref(), depth + 1)
      case 'IFCPCURVE':
        return this.#onPlane(cursor.ref(), cursor.ref(), depth)
      default:
        return this.#alignment(id)
    }
  }

  /** A curve in the coordinates of a plane; null on other surfaces. */
  #onPlane(surface: number, curve: number, depth: number): Polyline | null {
    const cursor = this.#cursor
    const axes =
      cursor.file.entityOf(surface) === 'IFCPLANE' && cursor.openId(surface)
        ? readAxes(cursor, cursor.ref())
        : null
    return (axes && this.read(curve, depth + 1)?.map((point) => transform(axes, point))) ?? null
  }

  #points(ids: number[]): Polyline | null {
    const points = ids.map((id) => readPoint(this.#cursor, id))
    return points.every((point) => point !== null) && points.length > 1 ? points : null
  }

  #indexed(id: number): Polyline | null {
    const { file } = this.#cursor
    const list = this.#cursor.openId(id) ? this.#cursor.ref() : 0
    const points = Array.from(
      argumentsOf(this.#cursor, list).matchAll(/\(\s*([^()]+?)\s*\)/g),
      ([, numbers = '']) => {
        const [x = 0, y = 0, z = 0] = numbers.split(',').map(Number)
        return [x, y, z] satisfies Vector
      },
    )
    if (!file.entityOf(list).startsWith('IFCCARTESIANPOINTLIST') || points.length < 2) return null
    const segments = [...argumentsOf(this.#cursor, id).matchAll(/IFC(LINE|ARC)INDEX\s*\(\s*\(([^()]*)\)/gi)]
    if (segments.length === 0) return points
    const line: Polyline = []
    for (const [, kind = '', indices = ''] of segments) {
      const own = indices.split(',').map((index) => points[Number(index) - 1])
      if (own.some((point) => point === undefined)) return null
      const [from, over, to] = own as Vector[]
      const isArc = kind.toUpperCase() === 'ARC' && from && over && to
      for (const point of isArc ? arcThrough(from, over, to) : (own as Vector[])) line.push(point)
    }
    return line
  }

  /** Trims are parameters or points; the parameter wins, since points may be rounded. */
  #trimmed(id: number, depth: number): Polyline | null {
    const cursor = this.#cursor
    if (!cursor.openId(id)) return null
    const basis = cursor.ref()
    const trims = [cursor.values(), cursor.values()]
    const forward = cursor.word() !== 'F'
    const entity = cursor.file.entityOf(basis)
    const isRound = entity === 'IFCCIRCLE' || entity === 'IFCELLIPSE'
    if (!isRound && entity !== 'IFCLINE') return this.read(basis, depth + 1)
    const at = trims.map((values) => {
      const stated = values.find(({ number }) => number !== null)?.number
      if (stated != null) return isRound ? stated * this.#radians : stated
      const point = readPoint(cursor, values.find(({ ref }) => ref > 0)?.ref ?? 0)
      return point && this.#parameterOf(basis, isRound, point)
    })
    const [from, to] = at
    if (from == null || to == null) return null
    if (!isRound) return this.#line(basis, from, to)
    const turn = 2 * Math.PI
    const sweep = (((forward ? to - from : from - to) % turn) + turn) % turn || turn
    return this.#arc(basis, from, forward ? sweep : -sweep)
  }

  #parameterOf(basis: number, isRound: boolean, point: Vector): number | null {
    const cursor = this.#cursor
    if (!cursor.openId(basis)) return null
    if (!isRound) {
      const line = this.#line(basis, 0, 1)
      if (!line?.[0] || !line[1]) return null
      const [from, to] = [line[0], line[1]]
      const way = to.map((part, axis) => part - (from[axis] ?? 0))
      const length = way.reduce((sum, part) => sum + part * part, 0)
      return (
        way.reduce((sum, part, axis) => sum + part * ((point[axis] ?? 0) - (from[axis] ?? 0)), 0) / length
      )
    }
    const position = cursor.ref()
    const radii = [cursor.number() ?? 1, cursor.number()]
    const axes = readAxes(cursor, position) ?? IDENTITY
    const from = point.map((part, axis) => part - (axes[axis]?.[3] ?? 0))
    const along = (column: 0 | 1) =>
      from.reduce((sum, part, axis) => sum + part * (axes[axis]?.[column] ?? 0), 0)
    return Math.atan2(along(1) / (radii[1] ?? radii[0] ?? 1), along(0) / (radii[0] ?? 1))
  }

  #line(id: number, from: number, to: number): Polyline | null {
    const cursor = this.#cursor
    if (!cursor.openId(id)) return null
    const [start, vector] = [cursor.ref(), cursor.ref()]
    const point = readPoint(cursor, start)
    if (!point || !cursor.openId(vector)) return null
    const orientation = cursor.ref()
    const magnitude = cursor.number() ?? 1
    const direction = readPoint(cursor, orientation)
    const length = direction ? Math.hypot(...direction) : 0
    if (!direction || length === 0) return null
    const at = (parameter: number) =>
      point.map((part, axis) => part + ((direction[axis] ?? 0) / length) * magnitude * parameter) as Vector
    return [at(from), at(to)]
  }

  #arc(id: number, from: number, sweep: number): Polyline | null {
    const cursor = this.#cursor
    const isCircle = cursor.file.entityOf(id) === 'IFCCIRCLE'
    if (!cursor.openId(id)) return null
    const position = cursor.ref()
    const first = cursor.number()
    const second = isCircle ? first : cursor.number()
    const axes = readAxes(cursor, position)
    if (!axes || first === null || second === null) return null
    return arcPoints(axes, [first, second], from, sweep)
  }

  #composite(id: number, depth: number): Polyline | null {
    const cursor = this.#cursor
    const segments = cursor.openId(id) ? cursor.refs() : []
    if (cursor.file.entityOf(segments[0] ?? 0) === 'IFCCURVESEGMENT') return this.#alignment(id)
    const line: Polyline = []
    for (const segment of segments) {
      if (!cursor.openId(segment)) return null
      const isReversed = cursor.skip(1).word() === 'F'
      const part = this.read(cursor.ref(), depth + 1)
      this.#left -= part?.length ?? 0
      if (!part || this.#left < 0) return null
      for (const point of isReversed ? part.reverse() : part) line.push(point)
    }
    return line.length > 1 ? line : null
  }

  #spline(id: number): Polyline | null {
    const cursor = this.#cursor
    if (!cursor.openId(id)) return null
    const degree = cursor.number() ?? 0
    const points = this.#points(cursor.refs())
    const hasKnots = cursor.file.entityOf(id).includes('WITHKNOTS')
    const isRational = cursor.file.entityOf(id).includes('RATIONAL')
    cursor.openId(id)
    cursor.skip(5)
    const counts = hasKnots ? cursor.numbers() : []
    const values = hasKnots ? cursor.numbers() : []
    const weights = isRational ? cursor.skip(hasKnots ? 1 : 0).numbers() : []
    const knots = values.flatMap((value, at) => new Array<number>(clampCount(counts[at])).fill(value))
    return points && evaluateSpline({ degree, points, knots, weights }, SPLINE_STEPS)
  }

  /** Curves of alignments: by segments with transition curves, gradients and cant. */
  #alignment(id: number): Polyline | null {
    const curve = AlignmentCurve.read(this.#cursor, id)
    if (!curve) return null
    const { joints, length } = curve
    const step = Math.max(ALIGNMENT_STEP_M / this.#metres, length / MOST_ALIGNMENT_POINTS)
    const line: Polyline = []
    for (const [at, from] of joints.entries()) {
      const to = joints[at + 1]
      if (to === undefined) break
      const count = Math.max(1, Math.ceil((to - from) / step))
      for (let part = 0; part < count; part++)
        line.push(curve.frameAt(from + ((to - from) * part) / count).point)
    }
    line.push(curve.frameAt(length).point)
    return line
  }
}

const clampCount = (count: number | undefined) => Math.max(0, Math.min(64, count ?? 0))

/** The bytes of a statement's arguments, for lists of lists. */
function argumentsOf(cursor: Cursor, id: number): string {
  const slot = cursor.slot(id)
  if (slot < 0) return ''
  const from = cursor.file.startOf(slot)
  const bytes = cursor.file.bytesOf(slot).subarray(from, from + cursor.file.length.at(slot))
  return new TextDecoder('latin1').decode(bytes)
}

function arcPoints(axes: Matrix, [a, b]: [number, number], from: number, sweep: number): Polyline {
  const count = Math.max(2, Math.ceil(Math.abs(sweep) / ARC_STEP))
  return Array.from({ length: count + 1 }, (_, at) => {
    const angle = from + (sweep * at) / count
    return transform(axes, [a * Math.cos(angle), b * Math.sin(angle), 0])
  })
}

/** The arc through three points; a straight line where they are in one. */
function arcThrough(from: Vector, over: Vector, to: Vector): Polyline {
  const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  const [u, v] = [minus(over, from), minus(to, from)]
  const [uu, vv, uv] = [dot(u, u), dot(v, v), dot(u, v)]
  const area = uu * vv - uv * uv
  if (!(area > 1e-18 * uu * vv)) return [from, over, to]
  const [s, t] = [((uu - uv) * vv) / (2 * area), ((vv - uv) * uu) / (2 * area)]
  const centre = from.map((part, axis) => part + s * (u[axis] ?? 0) + t * (v[axis] ?? 0)) as Vector
  const x = minus(from, centre)
  const radius = Math.hypot(...x)
  // The second axis of the circle's plane, towards the middle point.
  const toward = minus(over, centre)
  const share = dot(toward, x) / (radius * radius)
  const side = toward.map((part, axis) => part - share * (x[axis] ?? 0)) as Vector
  const size = Math.hypot(...side)
  const last = minus(to, centre)
  let sweep = Math.atan2(dot(last, side) / size, dot(last, x) / radius)
  if (sweep <= 0) sweep += 2 * Math.PI
  if (sweep < Math.atan2(size, dot(toward, x) / radius)) sweep -= 2 * Math.PI
  const count = Math.max(2, Math.ceil(Math.abs(sweep) / ARC_STEP))
  return Array.from({ length: count + 1 }, (_, at) => {
    const angle = (sweep * at) / count
    return centre.map(
      (part, axis) =>
        part + Math.cos(angle) * (x[axis] ?? 0) + (Math.sin(angle) * radius * (side[axis] ?? 0)) / size,
    ) as Vector
  })
}
