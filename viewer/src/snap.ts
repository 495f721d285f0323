import type { Vec3 } from '@plumbline/bim/model'
import { Vector3 } from 'three'
import type { ModelFrame } from './frame.ts'
import type { Segment, Triangle } from './outlines.ts'
import { buildInstanceMatrix, type Hit } from './pick.ts'
import { mix } from './vec.ts'

export interface SnapResult {
  /** world metres */
  point: Vec3
  kind: 'vertex' | 'edge' | 'face'
  /** the edge segment that the point lies on or ends */
  edge?: Segment
}

/** Geometries with more edges are not searched: at that density snapping to the face is as good. */
const MOST_EDGES = 40_000

interface Place {
  x: number
  y: number
  depth: number
}

/**
 * Snaps a hit to a vertex or edge of the element within `reach` pixels of a canvas point, otherwise to the hit
 * point itself. `frame` transforms the element's local coordinates to the scene.
 */
export function snap(
  hit: Hit,
  frame: ModelFrame,
  at: { x: number; y: number },
  project: (point: Vec3) => Place,
  reach = 11,
  edgesOnly = false,
): SnapResult {
  const face: SnapResult = { point: hit.point, kind: 'face' }
  const limit = project(hit.point).depth * 1.02 + 0.05
  let vertex: { away: number; point: Vec3; edge?: Segment } = { away: reach, point: hit.point }
  let edge: { away: number; point: Vec3; edge?: Segment } = { away: reach * 0.8, point: hit.point }
  for (const [a, b] of listHitEdges(hit, frame)) {
    const from = project(a)
    const to = project(b)
    if (from.depth <= 0 || to.depth <= 0) continue
    for (const [place, point] of [
      [from, a],
      [to, b],
    ] as const) {
      const away = Math.hypot(place.x - at.x, place.y - at.y)
      // Points behind the hit face cannot be meant.
      if (away < vertex.away && place.depth < limit) vertex = { away, point, edge: [a, b] }
    }
    const nearest = nearestOn(from, to, at)
    if (nearest.away < edge.away && nearest.depth < limit)
      edge = { away: nearest.away, point: mix(a, b, nearest.t), edge: [a, b] }
  }
  if (vertex.edge && !edgesOnly) return { point: vertex.point, kind: 'vertex', edge: vertex.edge }
  return edge.edge ? { point: edge.point, kind: 'edge', edge: edge.edge } : face
}

/**
 * Nearest point on a projected segment to a canvas point; `t` is its perspective-correct parameter in space.
 */
function nearestOn(
  from: Place,
  to: Place,
  at: { x: number; y: number },
): { t: number; away: number; depth: number } {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const square = dx * dx + dy * dy
  const share = square > 0 ? ((at.x - from.x) * dx + (at.y - from.y) * dy) / square : 0
  const s = Math.max(0, Math.min(1, share))
  const away = Math.hypot(from.x + dx * s - at.x, from.y + dy * s - at.y)
  const t = (s * from.depth) / (s * from.depth + (1 - s) * to.depth)
  return { t, away, depth: from.depth + (to.depth - from.depth) * t }
}

/** World end points of the feature edges of the hit instance. */
export function* listHitEdges({ chunk, instance }: Hit, frame: ModelFrame): Generator<[Vec3, Vec3]> {
  const { placed, edges } = chunk
  if (!edges) return
  const geometry = placed.instances.geometry[instance] as number
  const first = edges.first[geometry] as number
  const end = edges.first[geometry + 1] as number
  if (end - first > MOST_EDGES * 2) return
  const base = placed.geometries.firstVertex[geometry] as number
  const matrix = buildInstanceMatrix(placed, instance)
  const corner = (index: number): Vec3 => {
    const q = (base + (edges.vertices[index] as number)) * 3
    const point = new Vector3(placed.positions[q], placed.positions[q + 1], placed.positions[q + 2])
    const { x, y, z } = point.applyMatrix4(matrix)
    return frame.point([x, y, z])
  }
  for (let at = first; at < end; at += 2) yield [corner(at), corner(at + 1)]
}

/** World corners of the triangles of the hit instance; none if there are too many to search. */
export function listHitTriangles({ chunk: { placed }, instance }: Hit, frame: ModelFrame): Triangle[] {
  const geometry = placed.instances.geometry[instance] as number
  const first = placed.geometries.firstIndex[geometry] as number
  const count = placed.geometries.indexCount[geometry] as number
  if (count > MOST_EDGES * 3) return []
  const base = placed.geometries.firstVertex[geometry] as number
  const matrix = buildInstanceMatrix(placed, instance)
  const corner = (index: number): Vec3 => {
    const q = (base + (placed.indices[index] as number)) * 3
    const point = new Vector3(placed.positions[q], placed.positions[q + 1], placed.positions[q + 2])
    const { x, y, z } = point.applyMatrix4(matrix)
    return frame.point([x, y, z])
  }
  const triangles: Triangle[] = []
  for (let at = first; at < first + count; at += 3)
    triangles.push([corner(at), corner(at + 1), corner(at + 2)])
  return triangles
}
