import type { Cursor } from '../step/cursor.ts'

/** A point of a plane curve with its direction: x, y and the angle against the X axis. */
export interface PlanePoint {
  x: number
  y: number
  angle: number
}

/** Steps of the integration of a spiral; a clothoid of 100 m is then exact to a millionth of a millimetre. */
const STEPS = 128
/** Steps of Newton's method; profiles of alignments need four. */
const MOST_NEWTON_STEPS = 12
/** Nodes and weights of Gauss-Legendre integration with three points on 0 … 1. */
const GAUSS: [at: number, weight: number][] = [
  [0.5 - Math.sqrt(0.15), 5 / 18],
  [0.5, 8 / 18],
  [0.5 + Math.sqrt(0.15), 5 / 18],
]

/** A curve without its place, by arc length: the angle of its direction, or its points for polynomials. */
interface ParentCurve {
  angle: (s: number) => number
  /** y over x, where the curve is a polynomial; `s` is then x */
  polynomial?: (x: number) => number
  /** signed radius where it is the same everywhere: a circle, or Infinity for a line */
  radius?: number
}

/** One segment of an alignment: a piece of a parent curve, moved so that it begins at its own placement. */
export class CurveSegment {
  readonly start: PlanePoint
  readonly length: number
  #parent: ParentCurve
  #from: number
  #sign: number

  constructor(start: PlanePoint, parent: ParentCurve, from: number, length: number) {
    this.start = start
    this.#parent = parent
    this.#from = from
    this.#sign = length < 0 ? -1 : 1
    this.length = Math.abs(length)
  }

  /** The point after `distance` along the segment; before its start and after its end it is extrapolated. */
  at(distance: number): PlanePoint {
    const { x, y, angle } = this.#parent.polynomial
      ? this.#alongPolynomial(distance)
      : this.#alongAngles(distance)
    const [cos, sin] = [Math.cos(this.start.angle), Math.sin(this.start.angle)]
    return {
      x: this.start.x + x * cos - y * sin,
      y: this.start.y + x * sin + y * cos,
      angle: this.start.angle + angle,
    }
  }

  /** The point at a given x, for profiles over the distance along the base curve. */
  atX(x: number): PlanePoint {
    const span = x - this.start.x
    let guess = span
    for (let step = 0; step < MOST_NEWTON_STEPS; step++) {
      const point = this.at(guess)
      const miss = x - point.x
      if (Math.abs(miss) < 1e-9) return point
      guess += miss / Math.cos(point.angle)
    }
    let low = Math.min(0, 2 * span)
    let high = Math.max(this.length, 2 * span) + 1
    for (let step = 0; step < 80; step++) {
      const middle = (low + high) / 2
      if (this.at(middle).x < x) low = middle
      else high = middle
    }
    return this.at((low + high) / 2)
  }

  #alongAngles(distance: number): PlanePoint {
    const { radius } = this.#parent
    if (radius === Infinity) return { x: distance, y: 0, angle: 0 }
    if (radius !== undefined) {
      const turned = (this.#sign * distance) / radius
      const signed = this.#sign * radius
      return { x: signed * Math.sin(turned), y: signed * (1 - Math.cos(turned)), angle: turned }
    }
    const first = this.#parent.angle(this.#from)
    const turn = (d: number) => this.#parent.angle(this.#from + this.#sign * d) - first
    const step = distance / STEPS
    let x = 0
    let y = 0
    for (let at = 0; at < STEPS; at++)
      for (const [node, weight] of GAUSS) {
        const angle = turn((at + node) * step)
        x += weight * step * Math.cos(angle)
        y += weight * step * Math.sin(angle)
      }
    return { x, y, angle: turn(distance) }
  }

  /** Follows y(x) in small steps of arc length, in the frame of its first point. */
  #alongPolynomial(distance: number): PlanePoint {
    const f = this.#parent.polynomial ?? (() => 0)
    const slope = (x: number) => (f(x + 1e-4) - f(x - 1e-4)) / 2e-4
    const count = STEPS * 4
    let x = this.#from
    for (let at = 0; at < count; at++) {
      const step = (this.#sign * distance) / count
      const middle = x + step / 2 / Math.hypot(1, slope(x))
      x += step / Math.hypot(1, slope(middle))
    }
    const first = Math.atan(slope(this.#from))
    const dx = this.#sign * (x - this.#from)
    const dy = this.#sign * (f(x) - f(this.#from))
    const [cos, sin] = [Math.cos(first), Math.sin(first)]
    return { x: dx * cos + dy * sin, y: dy * cos - dx * sin, angle: Math.atan(slope(x)) - first }
  }
}

/** Reads a placement of two or three dimensions as a point of a plane. */
export function readPlanePoint(cursor: Cursor, placement: number): PlanePoint | null {
  if (!cursor.openId(placement)) return null
  const location = cursor.ref()
  const isFlat = cursor.file.entityOf(placement) === 'IFCAXIS2PLACEMENT2D'
  const direction = isFlat ? cursor.ref() : cursor.skip(1).ref()
  if (!cursor.openId(location)) return null
  const [x = 0, y = 0] = cursor.numbers()
  const [dx = 1, dy = 0] = cursor.openId(direction) ? cursor.numbers() : []
  return { x, y, angle: Math.atan2(dy, dx) }
}

/** Reads IfcCurveSegment; null when its parent curve is of an unknown kind. */
export function readCurveSegment(cursor: Cursor, id: number): CurveSegment | null {
  if (cursor.file.entityOf(id) !== 'IFCCURVESEGMENT' || !cursor.openId(id)) return null
  const placement = cursor.skip(1).ref()
  const from = cursor.value()
  const length = cursor.value()
  const parentId = cursor.ref()
  const start = readPlanePoint(cursor, placement)
  if (!start || length?.number == null) return null
  const scale = parameterScale(cursor, parentId)
  const measure = (value: typeof from) =>
    (value?.number ?? 0) * (value?.type === 'IFCPARAMETERVALUE' ? scale : 1)
  const parent = readParentCurve(cursor, parentId, measure(length))
  return parent && new CurveSegment(start, parent, measure(from), measure(length))
}

/** Length of one unit of the parameter: the radius of a circle, the magnitude of a line's vector. */
function parameterScale(cursor: Cursor, id: number): number {
  const entity = cursor.file.entityOf(id)
  if (!cursor.openId(id)) return 1
  if (entity === 'IFCCIRCLE') return cursor.skip(1).number() ?? 1
  const vector = entity === 'IFCLINE' ? cursor.skip(1).ref() : 0
  return cursor.openId(vector) ? (cursor.skip(1).number() ?? 1) : 1
}

function readParentCurve(cursor: Cursor, id: number, length: number): ParentCurve | null {
  const entity = cursor.file.entityOf(id)
  if (!cursor.openId(id)) return null
  cursor.skip(1)
  const terms =
    entity === 'IFCPOLYNOMIALCURVE'
      ? []
      : Array.from({ length: 8 }, () => (cursor.done ? null : cursor.number()))
  const [a = null, b = null, c = null, d = null] = terms
  switch (entity) {
    case 'IFCLINE':
      return { angle: () => 0, radius: Infinity }
    case 'IFCCIRCLE':
      return a === null || a === 0 ? null : { angle: (s) => s / a, radius: a }
    case 'IFCCLOTHOID':
      return spiral([null, a])
    case 'IFCSECONDORDERPOLYNOMIALSPIRAL':
      return spiral([c, b, a])
    case 'IFCTHIRDORDERPOLYNOMIALSPIRAL':
      return spiral([d, c, b, a])
    case 'IFCSEVENTHORDERPOLYNOMIALSPIRAL':
      return spiral([...terms].reverse())
    case 'IFCCOSINESPIRAL': {
      const wave = Math.PI / Math.abs(length)
      return { angle: (s) => inverse(b) * s + (inverse(a) / wave) * Math.sin(wave * s) }
    }
    case 'IFCSINESPIRAL': {
      const wave = (2 * Math.PI) / Math.abs(length)
      const { angle } = spiral([c, b])
      return { angle: (s) => angle(s) + (inverse(a) / wave) * (1 - Math.cos(wave * s)) }
    }
    case 'IFCPOLYNOMIALCURVE':
      return readPolynomial(cursor, id)
    default:
      return null
  }
}

const inverse = (term: number | null) => (term === null || term === 0 ? 0 : 1 / term)

/**
 * The angle of a polynomial spiral: the integral of its curvature. A term A of degree n contributes sⁿ · A/|Aⁿ⁺²|, which
 * gives all terms the dimension of a length.
 */
function spiral(terms: (number | null)[]): { angle: (s: number) => number } {
  const factors = terms.map((term, degree) =>
    term === null || term === 0 ? 0 : Math.sign(term) / Math.abs(term) ** (degree + 1),
  )
  return {
    angle: (s) =>
      factors.reduce((sum, factor, degree) => sum + (factor * s ** (degree + 1)) / (degree + 1), 0),
  }
}

/** y(x) of IfcPolynomialCurve, whose x is linear in its parameter. */
function readPolynomial(cursor: Cursor, id: number): ParentCurve | null {
  if (!cursor.openId(id)) return null
  const xs = cursor.skip(1).numbers()
  const ys = cursor.numbers()
  const [offset = 0, scale = 1, ...more] = xs
  if (scale === 0 || more.some((factor) => factor !== 0)) return null
  const y = (x: number) => ys.reduceRight((sum, factor) => sum * ((x - offset) / scale) + factor, 0)
  return { angle: () => 0, polynomial: y }
}
