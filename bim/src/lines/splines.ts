import type { Vector } from '../structure/alignment-curve.ts'

interface Spline {
  degree: number
  points: Vector[]
  /** with their multiplicities; empty for a clamped uniform spline */
  knots: number[]
  /** empty for a spline that is not rational */
  weights: number[]
}

/** Splines with more control points are not drawn. */
const MOST_CONTROL_POINTS = 5000

/** Points of a spline, `steps` in each span; null when its numbers do not fit together. */
export function evaluateSpline({ degree, points, knots, weights }: Spline, steps: number): Vector[] | null {
  const count = points.length
  if (!(degree >= 1 && degree <= 15 && count > degree && count <= MOST_CONTROL_POINTS)) return null
  const clamped = knots.length > 0 ? knots : clampedKnots(degree, count)
  if (clamped.length !== count + degree + 1) return null
  const line: Vector[] = []
  for (let span = degree; span < count; span++) {
    const [from = 0, to = 0] = [clamped[span], clamped[span + 1]]
    if (to <= from) continue
    for (let step = 0; step < steps; step++)
      line.push(deBoor(span, from + ((to - from) * step) / steps, degree, points, clamped, weights))
    if (span === count - 1 || (clamped[span + 1] ?? 0) >= (clamped[count] ?? 0))
      line.push(deBoor(span, to, degree, points, clamped, weights))
  }
  return line.length > 1 && line.every((point) => point.every(Number.isFinite)) ? line : null
}

function clampedKnots(degree: number, count: number): number[] {
  return Array.from({ length: count + degree + 1 }, (_, at) =>
    Math.min(Math.max(0, at - degree), count - degree),
  )
}

function deBoor(
  span: number,
  at: number,
  degree: number,
  points: Vector[],
  knots: number[],
  weights: number[],
): Vector {
  const own = Array.from({ length: degree + 1 }, (_, index) => {
    const number = span - degree + index
    const [x, y, z] = points[number] ?? [0, 0, 0]
    const weight = weights[number] ?? 1
    return [x * weight, y * weight, z * weight, weight]
  })
  for (let level = 1; level <= degree; level++)
    for (let index = degree; index >= level; index--) {
      const first = knots[span - degree + index] ?? 0
      const last = knots[span + 1 + index - level] ?? 0
      const share = last > first ? (at - first) / (last - first) : 0
      const [before, here] = [own[index - 1] ?? [], own[index] ?? []]
      own[index] = here.map((part, axis) => (before[axis] ?? 0) * (1 - share) + part * share)
    }
  const [x = 0, y = 0, z = 0, weight = 1] = own[degree] ?? []
  return [x / weight, y / weight, z / weight]
}
