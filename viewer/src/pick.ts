import type { Vec3 } from '@plumbline/bim/model'
import { Matrix4, Vector3 } from 'three'
import { type AabbTree, buildAabbTree, traceRay } from './aabb-tree.ts'
import type { Ray } from './camera.ts'
import type { ModelChunk } from './chunk.ts'
import { clipRay, type Plane } from './clipping.ts'
import { castOnCut } from './cut.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import type { ElementRef, Model } from './model.ts'
import type { PlacedChunk } from './place.ts'
import { addScaled } from './vec.ts'

/** A picked element and the point that was hit. */
export interface Pick extends ElementRef {
  /** world metres, Z up */
  point: Vec3
  /** unit vector towards the viewer */
  normal: Vec3
  /** metres from the eye, or from the eye's plane in an orthographic view */
  distance: number
}

/** A pick with the chunk and instance that were hit, for snapping. */
export interface Hit extends Pick {
  chunk: ModelChunk
  instance: number
  /** index of the clipping plane when a cut face was hit */
  plane?: number
}

/** Geometries with at least this many triangles get their own tree when first picked. */
const TREE_TRIANGLES = 512
const MOST_TREE_TRIANGLES = 1 << 22

const trees = new WeakMap<PlacedChunk, Map<number, AabbTree>>()

interface Found {
  chunk: ModelChunk
  model: Model
  instance: number
  /** in the instance's own coordinates */
  normal: Vec3
}

/**
 * The nearest element on a ray (world coordinates) that is not hidden, ghosted or clipped; null if there is none. If the ray
 * enters the visible part inside a solid, the hit is the cut face.
 */
export function castRay(
  models: Iterable<Model>,
  ray: Ray,
  planes: readonly Plane[],
  from = 0,
  limit = Infinity,
): Hit | null {
  const all = [...models]
  const open = clipRay(planes, ray, from, limit)
  const cut =
    open.plane >= 0 && open.from <= open.to ? castOnCut(all, ray, planes, open.plane, open.from) : null
  if (cut) return cut
  let reach = open.to
  let found: Found | null = null
  for (const model of all) {
    const { frame } = model
    const origin = frame.pointInside(ray.origin)
    const direction = frame.directionInside(ray.direction)
    for (const chunk of model.drawn) {
      const { placed } = chunk
      reach = traceRay(placed.tree, origin, direction, open.from, reach, (instance, nearest) => {
        const element = placed.instances.element[instance] as number
        if ((model.state.data[element * 4] ?? 0) & (HIDDEN | GHOST)) return nearest
        const hit = castOnInstance(placed, instance, origin, direction, open.from, nearest)
        if (!hit) return nearest
        found = { chunk, model, instance, normal: hit.normal }
        return hit.distance
      })
    }
  }
  return found && describe(found, ray, reach)
}

function describe(found: Found, ray: Ray, distance: number): Hit {
  const { chunk, model, instance } = found
  const facing = new Vector3(...found.normal)
    .applyMatrix4(buildInstanceMatrix(chunk.placed, instance).invert().transpose().setPosition(0, 0, 0))
    .normalize()
  facing.set(...model.frame.direction([facing.x, facing.y, facing.z]))
  if (facing.dot(new Vector3(...ray.direction)) > 0) facing.negate()
  return {
    model: model.id,
    element: chunk.placed.instances.element[instance] as number,
    point: addScaled(ray.origin, ray.direction, distance),
    normal: [facing.x, facing.y, facing.z],
    distance,
    chunk,
    instance,
  }
}

/** The matrix from an instance's quantised positions to local metres. */
export function buildInstanceMatrix(placed: PlacedChunk, instance: number): Matrix4 {
  const m = placed.instances.matrix.subarray(instance * 12, instance * 12 + 12)
  const cell = (at: number) => m[at] as number
  return new Matrix4().set(
    cell(0),
    cell(1),
    cell(2),
    cell(3),
    cell(4),
    cell(5),
    cell(6),
    cell(7),
    cell(8),
    cell(9),
    cell(10),
    cell(11),
    0,
    0,
    0,
    1,
  )
}

function castOnInstance(
  placed: PlacedChunk,
  instance: number,
  origin: Vec3,
  direction: Vec3,
  from: number,
  limit: number,
): { distance: number; normal: Vec3 } | null {
  const inverse = buildInstanceMatrix(placed, instance).invert()
  const start = new Vector3(...origin).applyMatrix4(inverse)
  const end = new Vector3(...addScaled(origin, direction, 1)).applyMatrix4(inverse)
  const own: Ray = {
    origin: [start.x, start.y, start.z],
    // Not normalised, so that distances along it remain scene distances.
    direction: [end.x - start.x, end.y - start.y, end.z - start.z],
  }
  const geometry = placed.instances.geometry[instance] as number
  const triangles = (placed.geometries.indexCount[geometry] as number) / 3
  let reach = limit
  let normal: Vec3 | null = null
  const test = (triangle: number, nearest: number) => {
    const hit = castOnTriangle(corners(placed, geometry, triangle), own)
    // Written so that a NaN from a degenerate matrix counts as no hit.
    if (!hit || !(hit.distance >= from && hit.distance < nearest)) return nearest
    normal = hit.normal
    reach = hit.distance
    return hit.distance
  }
  if (triangles < TREE_TRIANGLES || triangles > MOST_TREE_TRIANGLES)
    for (let triangle = 0; triangle < triangles; triangle++) test(triangle, reach)
  else traceRay(triangleTree(placed, geometry), own.origin, own.direction, from, limit, test)
  return normal && { distance: reach, normal }
}

/** The corners of a triangle of a geometry, in quantised units. */
function corners(placed: PlacedChunk, geometry: number, triangle: number): [Vec3, Vec3, Vec3] {
  const base = placed.geometries.firstVertex[geometry] as number
  const first = (placed.geometries.firstIndex[geometry] as number) + triangle * 3
  const corner = (side: number): Vec3 => {
    const at = (base + (placed.indices[first + side] as number)) * 3
    return [
      placed.positions[at] as number,
      placed.positions[at + 1] as number,
      placed.positions[at + 2] as number,
    ]
  }
  return [corner(0), corner(1), corner(2)]
}

/** Möller–Trumbore intersection, double-sided. */
function castOnTriangle([a, b, c]: [Vec3, Vec3, Vec3], ray: Ray): { distance: number; normal: Vec3 } | null {
  const [dx, dy, dz] = ray.direction
  const ux = b[0] - a[0]
  const uy = b[1] - a[1]
  const uz = b[2] - a[2]
  const vx = c[0] - a[0]
  const vy = c[1] - a[1]
  const vz = c[2] - a[2]
  // a mark of the converter, see edges.ts; rounding could give it an area
  if (ux === vx && uy === vy && uz === vz) return null
  const px = dy * vz - dz * vy
  const py = dz * vx - dx * vz
  const pz = dx * vy - dy * vx
  const area = ux * px + uy * py + uz * pz
  if (area === 0) return null
  const sx = ray.origin[0] - a[0]
  const sy = ray.origin[1] - a[1]
  const sz = ray.origin[2] - a[2]
  const u = (sx * px + sy * py + sz * pz) / area
  if (u < 0 || u > 1) return null
  const qx = sy * uz - sz * uy
  const qy = sz * ux - sx * uz
  const qz = sx * uy - sy * ux
  const v = (dx * qx + dy * qy + dz * qz) / area
  if (v < 0 || u + v > 1) return null
  const distance = (vx * qx + vy * qy + vz * qz) / area
  return { distance, normal: [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] }
}

function triangleTree(placed: PlacedChunk, geometry: number): AabbTree {
  const known = trees.get(placed) ?? new Map<number, AabbTree>()
  trees.set(placed, known)
  const had = known.get(geometry)
  if (had) return had
  const count = (placed.geometries.indexCount[geometry] as number) / 3
  const boxes = new Float32Array(count * 6)
  for (let triangle = 0; triangle < count; triangle++) {
    const three = corners(placed, geometry, triangle)
    for (let axis = 0; axis < 3; axis++) {
      const values = three.map((corner) => corner[axis] as number)
      boxes[triangle * 6 + axis] = Math.min(...values)
      boxes[triangle * 6 + 3 + axis] = Math.max(...values)
    }
  }
  const tree = buildAabbTree(boxes)
  known.set(geometry, tree)
  return tree
}
