import type { Box, Vec3 } from '@plumbline/bim/model'
import { add, boxCorners, moveBox, subtract } from './vec.ts'

/** Placement of a model in the scene: rotated about the vertical axis through the origin, then translated. */
export interface ModelPlacement {
  /** counter-clockwise, seen from above */
  turn_deg: number
  /** metres */
  move: Vec3
}

export const IDENTITY_PLACEMENT: ModelPlacement = { turn_deg: 0, move: [0, 0, 0] }

/** Composes two placements of horizontal coordinates: first `inner`, then `outer`. */
export function combinePlacements(outer: ModelPlacement, inner: ModelPlacement): ModelPlacement {
  const turned = new ModelFrame([0, 0, 0], { turn_deg: outer.turn_deg, move: [0, 0, 0] }).point(inner.move)
  return { turn_deg: outer.turn_deg + inner.turn_deg, move: add(turned, outer.move) }
}

/** Coordinate transform between a model's local system and the scene, in doubles. */
export class ModelFrame {
  /** position of the local origin in the scene */
  readonly position: Vec3
  readonly #cos: number
  readonly #sin: number

  constructor(origin: Vec3, { turn_deg, move }: ModelPlacement) {
    const angle = (turn_deg * Math.PI) / 180
    // Exact for multiples of 90°, so that an unrotated model keeps its coordinates bit by bit.
    this.#cos = turn_deg % 180 === 90 || turn_deg % 180 === -90 ? 0 : Math.cos(angle)
    this.#sin = turn_deg % 180 === 0 ? 0 : Math.sin(angle)
    this.position = add(this.direction(origin), move)
  }

  direction([x, y, z]: Vec3): Vec3 {
    if (this.#sin === 0 && this.#cos === 1) return [x, y, z]
    return [x * this.#cos - y * this.#sin, x * this.#sin + y * this.#cos, z]
  }

  point(local: Vec3): Vec3 {
    return add(this.direction(local), this.position)
  }

  directionInside([x, y, z]: Vec3): Vec3 {
    return [x * this.#cos + y * this.#sin, y * this.#cos - x * this.#sin, z]
  }

  pointInside(point: Vec3): Vec3 {
    return this.directionInside(subtract(point, this.position))
  }

  /** The axis-aligned box in the scene around a local box. */
  box(local: Box): Box {
    if (this.#sin === 0 && this.#cos === 1) return moveBox(local, this.position)
    const corners = boxCorners(local).map((corner) => this.point(corner))
    const side = (axis: number, pick: typeof Math.min) =>
      pick(...corners.map((corner) => corner[axis] as number))
    return [0, 1, 2, 3, 4, 5].map((at) => side(at % 3, at < 3 ? Math.min : Math.max)) as Box
  }

  /** Column-major, as three expects matrices. */
  get matrix(): number[] {
    const [x, y, z] = this.position
    return [this.#cos, this.#sin, 0, 0, -this.#sin, this.#cos, 0, 0, 0, 0, 1, 0, x, y, z, 1]
  }
}
