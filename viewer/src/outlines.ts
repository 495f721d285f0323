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
  const seen = new Set<string>()
  const flat = triangles.filter((triangle) => {
    const [a, b, c] = triangle
    const across = cross(subtract(b, a), subtract(c, a))
    if (
      !(length(across) > 0) ||
      length(cross(normalize(across), normal)) >= STRAIGHT ||
      triangle.some((corner) => Math.abs(dot(subtract(corner, point), normal)) >= SAME_M * 2)
    )
      return false
    // Some programs write a face twice, once for each of its sides.
    const key = triangle
      .map((corner) => corner.join())
      .sort()
      .join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
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
    for (const corner of triangle) {
      const around = byCorner.get(keyOf(corner))
      if (around) around.push(triangle)
      else byCorner.set(keyOf(corner), [triangle])
    }
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

/** A side of a triangle, and the unit vector from it into the triangle. */
interface Side {
  ends: Segment
  inward: Vec3
}

/** Faces with more sides that no other triangle shares are not searched for sides that are split elsewhere. */
const MOST_UNMATCHED = 2000
/** Distance of a split side from the edge of its face, metres: further in, the other side of a narrow face begins. */
const SPLIT_WITHIN_M = 0.0003
const SHORTEST_M = 1e-6

/**
 * The border of a face: the parts of triangle sides that only one triangle has. Cut openings leave sides that are one line
 * in one triangle and several in its neighbours.
 */
function borderOf(face: readonly Triangle[]): Segment[] {
  const sides = new Map<string, Side | null>()
  for (const [a, b, c] of face) {
    for (const [from, to, corner] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as Triangle[]) {
      const key = [keyOf(from), keyOf(to)].sort().join(' ')
      sides.set(key, sides.has(key) ? null : { ends: [from, to], inward: inwardOf(from, to, corner) })
    }
  }
  const unmatched = [...sides.values()].filter((side) => side !== null)
  if (unmatched.length > MOST_UNMATCHED) return unmatched.map(({ ends }) => ends)
  return unmatched.flatMap((side) => withoutShared(side, unmatched))
}

function inwardOf(from: Vec3, to: Vec3, corner: Vec3): Vec3 {
  const along = normalize(subtract(to, from))
  const across = subtract(corner, from)
  return normalize(subtract(across, scale(along, dot(across, along))))
}

/** The parts of a side along which no triangle lies on its other side. */
function withoutShared(side: Side, others: readonly Side[]): Segment[] {
  const [from, to] = side.ends
  const size = distance(from, to)
  const along = normalize(subtract(to, from))
  let parts: [start: number, end: number][] = [[0, size]]
  for (const { ends, inward } of others) {
    if (dot(side.inward, inward) > -1 + STRAIGHT) continue
    const places = ends.map((end) => {
      const way = subtract(end, from)
      return { at: dot(way, along), within: dot(way, side.inward) }
    })
    if (places.some(({ within }) => within > SPLIT_WITHIN_M || within < -SAME_M)) continue
    const start = Math.min(...places.map(({ at }) => at))
    const end = Math.max(...places.map(({ at }) => at))
    parts = parts.flatMap((part) => [
      [part[0], Math.min(part[1], start)] as [number, number],
      [Math.max(part[0], end), part[1]] as [number, number],
    ])
    parts = parts.filter(([low, high]) => high - low > SHORTEST_M)
  }
  const [whole] = parts
  if (whole?.[0] === 0 && whole[1] === size) return [[from, to]]
  return parts.map(([low, high]) => [add(from, scale(along, low)), add(from, scale(along, high))])
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
