import type { Revision } from './revision.ts'

/** How the whole model moved between two versions: p' = scale · R(p) + move, turned about the vertical axis. */
export interface Displacement {
  scale: number
  cos: number
  sin: number
  move: [x: number, y: number, z: number]
}

export const NO_DISPLACEMENT: Displacement = { scale: 1, cos: 1, sin: 0, move: [0, 0, 0] }

/** Facilities and storeys have a place in the tree, not a shape of their own that could be matched. */
const PLACES = new Set(['PROJECT', 'SITE', 'BUILDING', 'BUILDINGSTOREY', 'FACILITY', 'FACILITYPART'])

export const hasForm = ({ forms, family }: Revision, row: number): boolean =>
  forms.has[row] !== 0 && !PLACES.has(family[row] ?? '')

/** Applies a displacement to a point. */
export function displacePoint(
  { scale, cos, sin, move }: Displacement,
  [x, y, z]: readonly [number, number, number],
): [number, number, number] {
  return [scale * (cos * x - sin * y) + move[0], scale * (sin * x + cos * y) + move[1], scale * z + move[2]]
}

/** Centres, boxes and measures of a version after a displacement. */
export class PlacedForms {
  readonly centre: Float64Array
  readonly box: Float64Array
  readonly displacement: Displacement

  constructor({ forms, count }: Revision, displacement: Displacement) {
    this.displacement = displacement
    this.centre = new Float64Array(forms.centre.length)
    this.box = new Float64Array(forms.box.length)
    const { scale, cos, sin, move } = displacement
    for (let row = 0; row < count; row++) {
      const at = row * 3
      const point = [forms.centre[at] ?? 0, forms.centre[at + 1] ?? 0, forms.centre[at + 2] ?? 0] as const
      this.centre.set(displacePoint(displacement, point), at)
      const low = row * 6
      const half = (axis: number) => ((forms.box[low + axis + 3] ?? 0) - (forms.box[low + axis] ?? 0)) / 2
      const middle = [0, 1, 2].map((axis) => (forms.box[low + axis] ?? 0) + half(axis)) as [
        number,
        number,
        number,
      ]
      const placed = displacePoint({ scale, cos, sin, move }, middle)
      const reach = [
        scale * (Math.abs(cos) * half(0) + Math.abs(sin) * half(1)),
        scale * (Math.abs(sin) * half(0) + Math.abs(cos) * half(1)),
        scale * half(2),
      ]
      for (let axis = 0; axis < 3; axis++) {
        this.box[low + axis] = (placed[axis] ?? 0) - (reach[axis] ?? 0)
        this.box[low + axis + 3] = (placed[axis] ?? 0) + (reach[axis] ?? 0)
      }
    }
  }

  /** Moves one element further, with its storey. */
  shift(row: number, move: ArrayLike<number>): void {
    for (let axis = 0; axis < 3; axis++) {
      const by = move[axis] ?? 0
      this.centre[row * 3 + axis] = (this.centre[row * 3 + axis] ?? 0) + by
      this.box[row * 6 + axis] = (this.box[row * 6 + axis] ?? 0) + by
      this.box[row * 6 + axis + 3] = (this.box[row * 6 + axis + 3] ?? 0) + by
    }
  }
}
