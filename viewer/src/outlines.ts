import type { Vec3 } from '@plumbline/bim/model'
import { add, cross, distance, dot, length, normalize, scale, subtract } from './vec.ts'

export type Segment = [Vec3, Vec3]
export type Triangle = [Vec3, Vec3, Vec3]

/** Tolerance within which end points count as identical, metres: positions are quantised. */
const SAME_M = 0.002
/** Sine of the angle below which two lines or two planes count as parallel. */
const STRAIGHT = 0.01

/**
 * Extends an edge segment to the full straight edge: adjacent collinear segments are appended at both ends,
 * because the triangulation splits an edge wherever another edge meets it.
 */
export function extendEdge(piece: Segment, others: readonly Segment[]): Segment {
  const direction = normalize(subtract(piece[1], piece[0]))
  const inLine = others.filter(([a, b]) => length(cross(normalize(subtract(b, a)), direction)) < STRAIGHT)
  let [start, end] = piece
  for (let grown = true; grown; ) {
    grown = false
    for (const [a, b] of inLine) {
      for (const [near, far] of [
        [a, b],
        [b, a],
      ] as const) {
        const ahead = dot(subtract(far, near), direction)
        if (ahead > SAME_M && distance(near, end) < SAME_M) {
          end = far
          grown = true
        }
        if (ahead < -SAME_M && distance(near, start) < SAME_M) {
          start = far
          grown = true
        }
      }
    }
  }
  return [start, end]
}

/** The flat face that contains a point: the coplanar triangles connected to the triangle under the point. */
export function findFlatFace(
  point: Vec3,
  normal: Vec3,
  triangles: readonly Triangle[],
): { outline: Segment[]; area_m2: number; perimeter_m: number } | null {
  const flat = triangles.filter(([a, b, c]) => {
    const across = cross(subtract(b, a), subtract(c, a))
    return (
      length(across) > 0 &&
      length(cross(normalize(across), normal)) < STRAIGHT &&
      [a, b, c].every((corner) => Math.abs(dot(subtract(corner, point), normal)) < SAME_M * 2)
    )
  })
  const face = connected(flat, point, normal)
  if (face.length === 0) return null
  const outline = borderOf(face)
  return {
    outline,
    area_m2: face.reduce((sum, [a, b, c]) => sum + length(cross(subtract(b, a), subtract(c, a))) / 2, 0),
    perimeter_m: outline.reduce((sum, [a, b]) => sum + distance(a, b), 0),
  }
}

const keyOf = (point: Vec3) => point.map((value) => Math.round(value / SAME_M)).join()

function connected(triangles: readonly Triangle[], point: Vec3, normal: Vec3): Triangle[] {
  const first = triangles.find((triangle) => holds(triangle, point, normal))
  if (!first) return []
  const byCorner = new Map<string, Triangle[]>()
  for (const triangle of triangles)
    for (const corner of triangle)
      byCorner.set(keyOf(corner), [...(byCorner.get(keyOf(corner)) ?? []), triangle])
  const face = new Set([first])
  // A Set is iterated in insertion order, including the triangles added during the loop (flood fill).
  for (const triangle of face)
    for (const corner of triangle) for (const next of byCorner.get(keyOf(corner)) ?? []) face.add(next)
  return [...face]
}

/** Whether a point in the plane of a triangle lies inside the triangle or on its border. */
function holds([a, b, c]: Triangle, point: Vec3, normal: Vec3): boolean {
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ].map(([from, to]) => {
    const along = subtract(to as Vec3, from as Vec3)
    return dot(cross(along, subtract(point, from as Vec3)), normal) / Math.max(1e-9, length(along))
  })
  return sides.every((side) => side > -SAME_M) || sides.every((side) => side < SAME_M)
}

/** The border of a face: the triangle sides that only one triangle has. */
function borderOf(face: readonly Triangle[]): Segment[] {
  const sides = new Map<string, Segment | null>()
  for (const [a, b, c] of face) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as Segment[]) {
      const key = [keyOf(from), keyOf(to)].sort().join(' ')
      sides.set(key, sides.has(key) ? null : [from, to])
    }
  }
  return [...sides.values()].filter((side) => side !== null)
}

/** Label position for an outline: the mean of the segment midpoints, weighted by segment length. */
export function computeOutlineCenter(outline: readonly Segment[]): Vec3 {
  let sum: Vec3 = [0, 0, 0]
  let weight = 0
  for (const [a, b] of outline) {
    const size = distance(a, b)
    sum = add(sum, scale(add(a, b), size / 2))
    weight += size
  }
  return scale(sum, 1 / Math.max(1e-9, weight))
}
