import type { Vec3 } from '@plumbline/bim/model'
import { computeOutlineCenter, type Segment } from './outlines.ts'
import { add, cross, distance, dot, length, normalize, scale, subtract } from './vec.ts'

export type MeasureKind = 'distance' | 'edge' | 'face' | 'angle' | 'area'
/** kinds measured by a single click on an element; all other kinds take points */
export type ShapeMeasureKind = 'edge' | 'face'
export type PointMeasureKind = Exclude<MeasureKind, ShapeMeasureKind>

/** A measurement as plain data; points in world metres. */
export type Measurement =
  | { id: string; kind: 'distance' | 'edge'; points: Vec3[]; length_m: number; delta_m: Vec3 }
  | { id: string; kind: 'angle'; points: Vec3[]; angle_deg: number }
  | { id: string; kind: 'area'; points: Vec3[]; area_m2: number; perimeter_m: number }
  | { id: string; kind: 'face'; points: Vec3[]; outline: Segment[]; area_m2: number; perimeter_m: number }

/** Number of points of each kind: the minimum, and the maximum at which the measurement completes itself. */
export const POINT_COUNTS: Record<MeasureKind, { least: number; most: number }> = {
  distance: { least: 2, most: 2 },
  edge: { least: 2, most: 2 },
  face: { least: 1, most: 1 },
  angle: { least: 3, most: 3 },
  area: { least: 3, most: 200 },
}

/** Computes a measurement; null when there are too few points. */
export function computeMeasurement(
  id: string,
  kind: PointMeasureKind | 'edge',
  points: Vec3[],
): Measurement | null {
  const [a, b, c] = points
  if (!a || !b || points.length < POINT_COUNTS[kind].least) return null
  if (kind === 'distance' || kind === 'edge') {
    const [x, y, z] = subtract(b, a)
    return { id, kind, points, length_m: distance(a, b), delta_m: [Math.abs(x), Math.abs(y), Math.abs(z)] }
  }
  if (kind === 'angle') return { id, kind, points, angle_deg: c ? computeAngle(a, b, c) : 0 }
  return { id, kind, points, area_m2: computeArea(points), perimeter_m: perimeterOf(points) }
}

/**
 * Angle at `b` between the lines to `a` and `c`, degrees; atan2 of cross and dot product is exact near 0 and
 * 180.
 */
export function computeAngle(a: Vec3, b: Vec3, c: Vec3): number {
  const u = normalize(subtract(a, b))
  const v = normalize(subtract(c, b))
  return (Math.atan2(length(cross(u, v)), dot(u, v)) * 180) / Math.PI
}

/** Area of a polygon in space, metres²: half the length of the sum of its edges' cross products (Newell). */
export function computeArea(points: readonly Vec3[]): number {
  const [first] = points
  if (!first) return 0
  let sum: Vec3 = [0, 0, 0]
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] ?? first
    sum = add(sum, cross(subtract(point, first), subtract(next, first)))
  })
  return length(sum) / 2
}

function perimeterOf(points: readonly Vec3[]): number {
  return points.reduce(
    (sum, point, index) => sum + distance(point, points[(index + 1) % points.length] ?? point),
    0,
  )
}

/** Label position of a measurement. */
export function computeLabelPoint(measurement: Measurement): Vec3 {
  const { kind, points } = measurement
  if (kind === 'face') return computeOutlineCenter(measurement.outline)
  if (kind === 'angle' && points[1]) return points[1]
  const sum = points.reduce<Vec3>((total, point) => add(total, point), [0, 0, 0])
  return scale(sum, 1 / Math.max(1, points.length))
}
