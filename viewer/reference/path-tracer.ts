import type { Vec3 } from '@plumbline/bim/model'
import { DoubleSide, Ray, Vector3 } from 'three'
import type { MeshBVH } from 'three-mesh-bvh'
import { buildViewRay, type Pose } from '../src/camera.ts'
import { AMBIENT, KEY_LIGHT, MIRRORED_SKY, SUN, SUN_RADIUS } from '../src/light.ts'
import { PixelSampler, sampleCone, sampleCosine } from './sampling.ts'
import { openTree, type TraceScene } from './trace-scene.ts'

/** The input of a traced picture; lengths in local metres. */
export interface TraceView {
  pose: Pose
  width: number
  height: number
  /** height of the ground plane; null for none */
  ground: number | null
  /** samples per pixel, a power of two */
  samples: number
}

/** Numbers per pixel: radiance of the model (3), share of the background that is seen (3), linear RGB. */
export const TRACED_NUMBERS = 6
/** Numbers per pixel of the guide: normal (3), distance (0 for none), colour as 24 bits. */
export const GUIDE_NUMBERS = 5

const MOST_BOUNCES = 5
const MOST_PANES = 24
/** Share of a pixel that is too small to be followed. */
const LEAST_WEIGHT = 0.01
/** Bounces after which a path may end at random. */
const SURE_BOUNCES = 2
const OPAQUE_ALPHA = 250

/** Radiosity of the ground without a model over its albedo: light of the sky and the sun on a horizontal plane. */
const OPEN = AMBIENT.above.map((sky, channel) => sky + (KEY_LIGHT[channel] as number) * SUN[2]) as Vec3
/** The ground reflects as much as the viewer's light from below. */
const GROUND_ALBEDO = AMBIENT.below.map((light, channel) => light / (OPEN[channel] as number)) as Vec3
const UP: Vec3 = [0, 0, 1]

interface Surface {
  distance: number
  point: Vec3
  /** on the side of the ray */
  normal: Vec3
  /** geometric normal on the side of the ray */
  flat: Vec3
  /** index of its first vertex; −1 for the ground */
  vertex: number
}

/**
 * Traces light through a model: diffuse surfaces, thin glass, a sky of one colour above the horizon, a sun with soft edges,
 * and a ground that shows the model's shadow. Without occlusion and reflections, the result equals the viewer's shading.
 */
export class PathTracer {
  readonly #scene: TraceScene
  readonly #view: TraceView
  readonly #tree: MeshBVH
  readonly #ray = new Ray(new Vector3(), new Vector3())
  readonly #sampler: PixelSampler

  constructor(scene: TraceScene, view: TraceView) {
    this.#scene = scene
    this.#view = view
    this.#tree = openTree(scene)
    this.#sampler = new PixelSampler(view.samples)
  }

  /** Adds samples `from` to `to` of a row of pixels, counted from the top, to `into`. */
  traceRow(row: number, from: number, to: number, into: Float32Array): void {
    const { pose, width, height } = this.#view
    for (let column = 0; column < width; column++)
      for (let sample = from; sample < to; sample++) {
        this.#sampler.start(row * width + column, sample)
        this.#sampler.next()
        const x = ((column + this.#sampler.x) / width) * 2 - 1
        const y = 1 - ((row + this.#sampler.y) / height) * 2
        const { origin, direction } = buildViewRay(pose, x, y, width / height)
        this.#look(origin, direction, into, column * TRACED_NUMBERS)
      }
  }

  /** Writes the surface hit at the centre of each pixel of a row. */
  guideRow(row: number, into: Float32Array): void {
    const { pose, width, height } = this.#view
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5) / width) * 2 - 1
      const { origin, direction } = buildViewRay(pose, x, 1 - ((row + 0.5) / height) * 2, width / height)
      const hit = this.#hit(origin, direction)
      if (!hit || hit.vertex < 0) continue
      const [red = 0, green = 0, blue = 0] = this.#scene.colors.subarray(hit.vertex * 4)
      into.set([...hit.normal, hit.distance, (red << 16) | (green << 8) | blue], column * GUIDE_NUMBERS)
    }
  }

  /**
   * Follows a camera ray through panes of glass and adds the light of each surface, weighted by the transparency of the
   * panes.
   */
  #look(origin: Vec3, way: Vec3, into: Float32Array, at: number): void {
    let from = origin
    let clear = 1
    for (let panes = 0; panes < MOST_PANES && clear > LEAST_WEIGHT; panes++) {
      const hit = this.#hit(from, way)
      if (!hit) {
        addLight(into, at + 3, [clear, clear, clear], [1, 1, 1])
        return
      }
      const alpha = this.#alphaOf(hit)
      if (hit.vertex < 0) {
        // The plane itself is invisible: it darkens the background by the light that the model keeps from it.
        this.#scatter(hit, [clear / OPEN[0], clear / OPEN[1], clear / OPEN[2]], into, at + 3)
        return
      }
      const mirror = alpha < 1 ? reflectance(-dot(hit.normal, way)) : 0
      const covered = clear * (1 - mirror) * alpha
      const albedo = this.#albedo(hit.vertex)
      this.#scatter(hit, [albedo[0] * covered, albedo[1] * covered, albedo[2] * covered], into, at)
      if (alpha === 1) return
      const shine = clear * mirror
      if (shine > LEAST_WEIGHT)
        this.#follow(offset(hit, 1), mirrored(way, hit.normal), [shine, shine, shine], true, 0, into, at)
      clear *= (1 - mirror) * (1 - alpha)
      from = offset(hit, -1)
    }
  }

  /** Adds the sunlight on a surface, and the light of one path on from it. `weight` holds its albedo. */
  #scatter(hit: Surface, weight: Vec3, into: Float32Array, at: number, bounces = 1): void {
    const from = offset(hit, 1)
    this.#addSun(from, hit, weight, into, at)
    this.#sampler.next()
    const way = sampleCosine(hit.normal, this.#sampler.x, this.#sampler.y)
    if (dot(way, hit.flat) > 0) this.#follow(from, way, weight, false, bounces, into, at)
  }

  /** Follows a path that left the camera's line of sight; `isMirrored` while it only met mirrors. */
  #follow(
    origin: Vec3,
    direction: Vec3,
    weight: Vec3,
    isMirrored: boolean,
    bounces: number,
    into: Float32Array,
    at: number,
  ): void {
    let from = origin
    let way = direction
    for (let panes = 0; panes < MOST_PANES; panes++) {
      const hit = this.#hit(from, way)
      if (!hit) {
        addLight(into, at, weight, isMirrored ? mirroredSky(way) : skyIn(way))
        return
      }
      const alpha = this.#alphaOf(hit)
      if (alpha < 1) {
        this.#sampler.next()
        const isReflected = this.#sampler.x < reflectance(-dot(hit.normal, way))
        const passes = !isReflected && this.#sampler.y >= alpha
        from = offset(hit, passes ? -1 : 1)
        if (isReflected) way = mirrored(way, hit.normal)
        if (isReflected || passes) continue
      }
      const next = times(weight, hit.vertex < 0 ? GROUND_ALBEDO : this.#albedo(hit.vertex))
      if (this.#survives(next, bounces + 1)) this.#scatter(hit, next, into, at, bounces + 1)
      return
    }
  }

  /** Opacity 0…1. */
  #alphaOf({ vertex }: Surface): number {
    const alpha = vertex < 0 ? 255 : (this.#scene.colors[vertex * 4 + 3] as number)
    return alpha >= OPAQUE_ALPHA ? 1 : alpha / 255
  }

  /** Ends long paths at random, and gives the remaining ones a higher weight in exchange. */
  #survives(weight: Vec3, bounces: number): boolean {
    if (bounces > MOST_BOUNCES) return false
    if (bounces <= SURE_BOUNCES) return true
    const chance = Math.min(0.95, Math.max(...weight))
    this.#sampler.next()
    if (this.#sampler.x >= chance) return false
    for (let channel = 0; channel < 3; channel++) weight[channel] = (weight[channel] as number) / chance
    return true
  }

  #addSun(from: Vec3, { normal, flat }: Surface, weight: Vec3, into: Float32Array, at: number): void {
    this.#sampler.next()
    const way = sampleCone(SUN, SUN_RADIUS, this.#sampler.x, this.#sampler.y)
    const cosine = dot(way, normal)
    if (cosine <= 0 || dot(way, flat) <= 0) return
    const share = cosine * this.#passing(from, way)
    if (share > 0)
      addLight(into, at, weight, [KEY_LIGHT[0] * share, KEY_LIGHT[1] * share, KEY_LIGHT[2] * share])
  }

  /** The share of light that passes all panes of glass on a way into the open. */
  #passing(from: Vec3, way: Vec3): number {
    let share = 1
    let start = from
    for (let panes = 0; panes < MOST_PANES; panes++) {
      const hit = this.#cast(start, way)
      if (!hit) return share
      const alpha = this.#alphaOf(hit)
      if (alpha === 1) return 0
      share *= (1 - alpha) * (1 - reflectance(-dot(hit.normal, way)))
      start = offset(hit, -1)
    }
    return 0
  }

  #albedo(vertex: number): Vec3 {
    const { colors } = this.#scene
    const channel = (at: number) => ((colors[vertex * 4 + at] as number) / 255) ** 2
    return [channel(0), channel(1), channel(2)]
  }

  /** The first surface on a ray: the model or the ground. */
  #hit(from: Vec3, way: Vec3): Surface | null {
    const { ground } = this.#view
    const hit = this.#cast(from, way)
    if (ground === null || way[2] >= 0 || from[2] <= ground) return hit
    const distance = (ground - from[2]) / way[2]
    if (hit && hit.distance <= distance) return hit
    return { distance, point: combine(from, 1, way, distance), normal: UP, flat: UP, vertex: -1 }
  }

  #cast(from: Vec3, way: Vec3): Surface | null {
    this.#ray.origin.set(...from)
    this.#ray.direction.set(...way)
    const hit = this.#tree.raycastFirst(this.#ray, DoubleSide)
    const { face } = hit ?? {}
    if (!hit || !face) return null
    const { x, y, z } = face.normal
    const flat: Vec3 = dot([x, y, z], way) > 0 ? [-x, -y, -z] : [x, y, z]
    const point: Vec3 = [hit.point.x, hit.point.y, hit.point.z]
    const normal = this.#normalAt(point, face.a, face.b, face.c, flat)
    return { distance: hit.distance, point, normal, flat, vertex: face.a }
  }

  /** The normal between the normals of the corners, on the side of `flat`; `flat` itself on slivers. */
  #normalAt(point: Vec3, a: number, b: number, c: number, flat: Vec3): Vec3 {
    const { positions, normals } = this.#scene
    const corner = (vertex: number): Vec3 => [
      positions[vertex * 3] as number,
      positions[vertex * 3 + 1] as number,
      positions[vertex * 3 + 2] as number,
    ]
    const [pa, pb, pc] = [corner(a), corner(b), corner(c)]
    const area = (p: Vec3, q: Vec3, r: Vec3) => {
      const s = combine(q, 1, p, -1)
      const t = combine(r, 1, p, -1)
      return Math.hypot(s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0])
    }
    const [wa, wb, wc] = [area(point, pb, pc), area(pa, point, pc), area(pa, pb, point)]
    const n: Vec3 = [0, 0, 0]
    for (let axis = 0; axis < 3; axis++)
      n[axis] =
        wa * (normals[a * 3 + axis] as number) +
        wb * (normals[b * 3 + axis] as number) +
        wc * (normals[c * 3 + axis] as number)
    const length = Math.hypot(...n)
    if (!(length > 1e-12)) return flat
    const side = dot(n, flat) < 0 ? -1 / length : 1 / length
    return [n[0] * side, n[1] * side, n[2] * side]
  }
}

/** Reflectance of a thin pane by Fresnel's law after Schlick, both faces together. */
function reflectance(cosine: number): number {
  const face = 0.04 + 0.96 * (1 - Math.min(1, Math.max(0, cosine))) ** 5
  return (2 * face) / (1 + face)
}

const skyIn = (way: Vec3): Vec3 => (way[2] > 0 ? AMBIENT.above : AMBIENT.below)

/** The sky as glass shows it, in linear light. */
function mirroredSky(way: Vec3): Vec3 {
  const t = Math.min(1, Math.max(0, (way[2] + 0.15) / 0.75))
  const share = t * t * (3 - 2 * t)
  return MIRRORED_SKY.low.map(
    (low, channel) => (low + ((MIRRORED_SKY.high[channel] as number) - low) * share) ** 2,
  ) as Vec3
}

function addLight(into: Float32Array, at: number, weight: Vec3, light: Vec3): void {
  for (let channel = 0; channel < 3; channel++)
    into[at + channel] =
      (into[at + channel] as number) + (weight[channel] as number) * (light[channel] as number)
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const times = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
const combine = (a: Vec3, s: number, b: Vec3, t: number): Vec3 => [
  a[0] * s + b[0] * t,
  a[1] * s + b[1] * t,
  a[2] * s + b[2] * t,
]

function mirrored(way: Vec3, normal: Vec3): Vec3 {
  return combine(way, 1, normal, -2 * dot(normal, way))
}

/** A point just off the surface, on the side of the ray (1) or behind it (−1), so that it is not hit again. */
function offset({ point, flat }: Surface, side: 1 | -1): Vec3 {
  const size = Math.max(Math.abs(point[0]), Math.abs(point[1]), Math.abs(point[2]))
  return combine(point, 1, flat, side * (1e-4 + size * 1e-6))
}
