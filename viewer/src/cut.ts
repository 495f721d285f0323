import type { Vec3 } from '@plumbline/bim/model'
import { traceRay } from './aabb-tree.ts'
import type { Ray } from './camera.ts'
import { clipSegment, type Plane } from './clipping.ts'
import {
  buildContour,
  type Contour,
  computePlaneBasis,
  isInsideContour,
  type PlaneBasis,
  pointInPlane,
} from './contour.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import type { ModelFrame } from './frame.ts'
import type { Model } from './model.ts'
import type { Segment } from './outlines.ts'
import type { Hit } from './pick.ts'
import type { PlacedChunk } from './place.ts'
import { crossesBox, type LocalPlane, sliceInstance } from './slice.ts'
import { addScaled, dot } from './vec.ts'

/** The cut face of one instance in one plane. */
export interface InstanceCut {
  contour: Contour
  basis: PlaneBasis
}

/** Converts a plane of the scene to a model's local coordinates. */
export function toLocalPlane({ normal, constant }: Plane, frame: ModelFrame): LocalPlane {
  return {
    normal: frame.directionInside(normal),
    constant: dot(normal, frame.point([0, 0, 0])) + constant,
  }
}

/** Cuts an instance with a plane; null if the plane misses it. */
export function cutInstance(placed: PlacedChunk, instance: number, plane: LocalPlane): InstanceCut | null {
  if (!crossesBox(plane, placed.instances.box, instance)) return null
  const slice = sliceInstance(placed, instance, plane)
  if (!slice) return null
  const basis = computePlaneBasis(plane)
  return { contour: buildContour(slice, basis), basis }
}

/** Depth order of coincident faces, as in the shader: −1…1, the smallest is drawn in front. */
function scatterElement(element: number): number {
  let h = (Math.imul(element, 747796405) + 2891336453) >>> 0
  h = Math.imul((h >>> ((h >>> 28) + 4)) ^ h, 277803737) >>> 0
  return ((h >>> 16) & 1023) / 511.5 - 1
}

/** Distance from the entry point within which an instance's box must lie, metres. */
const BESIDE_M = 0.001

/**
 * The cut face that a ray meets where it enters the kept half-space at distance `at` through plane `index`; null
 * where nothing solid is cut.
 */
export function castOnCut(
  models: Iterable<Model>,
  ray: Ray,
  planes: readonly Plane[],
  index: number,
  at: number,
): Hit | null {
  const plane = planes[index] as Plane
  const point = addScaled(ray.origin, ray.direction, at)
  let found: { model: Model; chunk: Hit['chunk']; instance: number; rank: number } | null = null
  for (const model of models) {
    const local = toLocalPlane(plane, model.frame)
    const inside = model.frame.pointInside(point)
    const origin = model.frame.pointInside(ray.origin)
    const direction = model.frame.directionInside(ray.direction)
    for (const chunk of model.drawn) {
      if (chunk.info.kind !== 'model') continue
      traceRay(chunk.placed.tree, origin, direction, at - BESIDE_M, at + BESIDE_M, (instance, limit) => {
        const element = chunk.placed.instances.element[instance] as number
        const rank = scatterElement(element)
        if (found && found.rank <= rank) return limit
        if ((model.state.data[element * 4] ?? 0) & (HIDDEN | GHOST)) return limit
        const cut = cutInstance(chunk.placed, instance, local)
        if (cut && isInsideContour(cut.contour, ...pointInPlane(cut.basis, inside)))
          found = { model, chunk, instance, rank }
        return limit
      })
    }
  }
  if (!found) return null
  const { model, chunk, instance } = found as { model: Model; chunk: Hit['chunk']; instance: number }
  const normal: Vec3 = [-plane.normal[0], -plane.normal[1], -plane.normal[2]]
  return {
    model: model.id,
    element: chunk.placed.instances.element[instance] as number,
    // The plane as set by the user, without the tolerance in front of it.
    point: addScaled(point, normal, -(plane.slack_m ?? 0)),
    normal,
    distance: at,
    chunk,
    instance,
    plane: index,
  }
}

/** The lines along which the planes cut the hit instance: world end points, clipped by all planes. */
export function* listCutEdges(
  { chunk, instance }: Pick<Hit, 'chunk' | 'instance'>,
  frame: ModelFrame,
  planes: readonly Plane[],
): Generator<Segment> {
  for (const [index, plane] of planes.entries()) {
    const cut = cutInstance(chunk.placed, instance, toLocalPlane(plane, frame))
    if (!cut) continue
    const others = planes.filter((_, other) => other !== index)
    for (const segment of listContourSegments(cut, plane, frame)) {
      const kept = clipSegment(others, ...segment)
      if (kept) yield kept
    }
  }
}

/** The drawn lines of a contour in world metres, in the plane as the user set it. */
function* listContourSegments(
  { contour, basis }: InstanceCut,
  plane: Plane,
  frame: ModelFrame,
): Generator<Segment> {
  const { nodes, closed, open, links } = contour
  const { origin, u, v } = basis
  const corner = (node: number): Vec3 => {
    const x = nodes[node * 2] as number
    const y = nodes[node * 2 + 1] as number
    const local: Vec3 = [
      origin[0] + u[0] * x + v[0] * y,
      origin[1] + u[1] * x + v[1] * y,
      origin[2] + u[2] * x + v[2] * y,
    ]
    return addScaled(frame.point(local), plane.normal, plane.slack_m ?? 0)
  }
  const drawn = closed.length - links * 2
  for (let at = 0; at < drawn; at += 2) yield [corner(closed[at] as number), corner(closed[at + 1] as number)]
  for (let at = 0; at < open.length; at += 2)
    yield [corner(open[at] as number), corner(open[at + 1] as number)]
}
