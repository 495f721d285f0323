import { type CurveFrame, cross, type Vector } from './alignment-curve.ts'

/** A line of points in space, by the distance along it. */
export class PolylineCurve {
  readonly length: number
  /** distance of each point */
  readonly joints: number[]
  readonly #points: readonly Vector[]

  constructor(points: readonly Vector[]) {
    const apart = (at: number) => Math.hypot(...subtract(points[at] as Vector, points[at - 1] as Vector))
    const kept = points.filter((_, at) => at === 0 || apart(at) > 0)
    this.#points = kept
    this.joints = [0]
    for (const [at, point] of kept.entries()) {
      const before = kept[at - 1]
      if (before) this.joints.push((this.joints.at(-1) ?? 0) + Math.hypot(...subtract(point, before)))
    }
    this.length = this.joints.at(-1) ?? 0
  }

  frameAt(distance: number): CurveFrame {
    const next = this.joints.findIndex((joint, at) => at > 0 && joint >= distance)
    const at = next < 0 ? this.joints.length - 1 : next
    const [from, to] = [this.#points[at - 1] ?? [0, 0, 0], this.#points[at] ?? [0, 0, 0]] as [Vector, Vector]
    const way = subtract(to, from)
    const size = Math.hypot(...way) || 1
    const along = way.map((part) => part / size) as Vector
    const ahead = distance - (this.joints[at - 1] ?? 0)
    const point = from.map((part, axis) => part + (along[axis] ?? 0) * ahead) as Vector
    const flat = Math.hypot(along[0], along[1])
    const left: Vector = flat > 1e-9 ? [-along[1] / flat, along[0] / flat, 0] : [0, 1, 0]
    return { point, along, left, up: cross(along, left) }
  }
}

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
