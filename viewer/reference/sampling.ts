import type { Vec3 } from '@plumbline/bim/model'

/** Irrational steps of the R2 sequence, which spreads points evenly over the unit square. */
const STEP_X = 0.7548776662466927
const STEP_Y = 0.5698402909980532

/** PCG hash of a 32-bit integer. */
function hash(value: number): number {
  const state = (Math.imul(value, 747796405) + 2891336453) >>> 0
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277803737) >>> 0
  return ((word >>> 22) ^ word) >>> 0
}

/**
 * The random numbers of one pixel's samples, the same in every run. Each pair of numbers comes from a sequence that
 * covers the unit square evenly over the samples; pairs take its points in different orders, so that they are
 * independent of each other.
 */
export class PixelSampler {
  readonly #samples: number
  #seed = 0
  #sample = 0
  #pair = 0
  x = 0
  y = 0

  /** `samples` is a power of two. */
  constructor(samples: number) {
    this.#samples = samples
  }

  start(pixel: number, sample: number): void {
    this.#seed = hash(pixel + 1)
    this.#sample = sample
    this.#pair = 0
  }

  /** Sets `x` and `y` to the next pair. */
  next(): void {
    const key = hash((this.#seed + Math.imul(++this.#pair, 0x9e3779b9)) >>> 0)
    const at = this.#sample ^ (key & (this.#samples - 1))
    const x = hash(key ^ 0x68bc21eb) / 0x1_0000_0000 + at * STEP_X
    const y = hash(key ^ 0x02e5be93) / 0x1_0000_0000 + at * STEP_Y
    this.x = x - Math.floor(x)
    this.y = y - Math.floor(y)
  }
}

/** Two unit vectors perpendicular to `n` and to each other. */
function tangents([x, y, z]: Vec3): [Vec3, Vec3] {
  const sign = z >= 0 ? 1 : -1
  const a = -1 / (sign + z)
  const b = x * y * a
  return [
    [1 + sign * x * x * a, sign * b, -sign * x],
    [b, sign + y * y * a, -y],
  ]
}

function around(axis: Vec3, side: number, along: number, angle: number): Vec3 {
  const [u, v] = tangents(axis)
  const c = Math.cos(angle) * side
  const s = Math.sin(angle) * side
  return [
    u[0] * c + v[0] * s + axis[0] * along,
    u[1] * c + v[1] * s + axis[1] * along,
    u[2] * c + v[2] * s + axis[2] * along,
  ]
}

/** A direction about the normal, as likely as the cosine of the angle between them. */
export function sampleCosine(normal: Vec3, x: number, y: number): Vec3 {
  return around(normal, Math.sqrt(x), Math.sqrt(Math.max(0, 1 - x)), y * Math.PI * 2)
}

/** A direction within a narrow cone about the axis; `radius` is the tangent of its half angle. */
export function sampleCone(axis: Vec3, radius: number, x: number, y: number): Vec3 {
  const side = Math.sqrt(x) * radius
  const scale = 1 / Math.hypot(1, side)
  return around(axis, side * scale, scale, y * Math.PI * 2)
}
