import type { Vec3 } from '@plumbline/bim/model'
import { Vector3 } from 'three'
import { clipSegment, type Plane } from './clipping.ts'
import { listCutEdges } from './cut.ts'
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

interface Candidate {
  away: number
  depth: number
  point: Vec3
  edge?: Segment
}

/** Distances on screen with a smaller difference count as equal: the nearer point wins, not the one hidden behind it. */
const SAME_PX = 0.5

function isBetter(away: number, depth: number, best: Candidate): boolean {
  const gap = away - best.away
  return gap < -SAME_PX || (gap < SAME_PX && depth < best.depth && (best.edge !== undefined || gap < 0))
}

interface SnapOptions {
  /** the clipping planes: geometry they remove does not attract, the outlines of cut faces do */
  planes?: readonly Plane[]
  /** pixels */
  reach?: number
  edgesOnly?: boolean
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
  { planes = [], reach = 11, edgesOnly = false }: SnapOptions = {},
): SnapResult {
  const face: SnapResult = { point: hit.point, kind: 'face' }
  const limit = project(hit.point).depth * 1.02 + 0.05
  let vertex: Candidate = { away: reach, depth: Infinity, point: hit.point }
  let edge: Candidate = { away: reach * 0.8, depth: Infinity, point: hit.point }
  for (const [a, b] of listSnapEdges(hit, frame, planes)) {
    const from = project(a)
    const to = project(b)
    if (from.depth <= 0 || to.depth <= 0) continue
    for (const [place, point] of [
      [from, a],
      [to, b],
    ] as const) {
      const away = Math.hypot(place.x - at.x, place.y - at.y)
      // Points behind the hit face cannot be meant.
      if (place.depth < limit && isBetter(away, place.depth, vertex))
        vertex = { away, depth: place.depth, point, edge: [a, b] }
    }
    const nearest = nearestOn(from, to, at)
    if (nearest.depth < limit && isBetter(nearest.away, nearest.depth, edge))
      edge = { away: nearest.away, depth: nearest.depth, point: mix(a, b, nearest.t), edge: [a, b] }
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

/** The edges of the hit instance that the planes leave, and the outlines of its cut faces. */
export function* listSnapEdges(hit: Hit, frame: ModelFrame, planes: readonly Plane[]): Generator<Segment> {
  for (const [a, b] of listHitEdges(hit, frame)) {
    const kept = clipSegment(planes, a, b)
    if (kept) yield kept
  }
  yield* listCutEdges(hit, frame, planes)
}

/** World end points of the feature edges of the hit instance; none until the edges of its chunk are computed. */
export function* listHitEdges(
  { chunk, instance }: Pick<Hit, 'chunk' | 'instance'>,
  frame: ModelFrame,
  edges = chunk.edges,
): Generator<[Vec3, Vec3]> {
  const { placed } = chunk
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
