import type { Vector } from '../structure/alignment-curve.ts'
import { cross } from '../structure/alignment-curve.ts'

/** Rows of an affine matrix of 3×4, in the unit of the file. */
export type Matrix = readonly [x: Row, y: Row, z: Row]
type Row = readonly [number, number, number, number]

export const IDENTITY: Matrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
]

export function transform(matrix: Matrix, [x, y, z]: Vector): Vector {
  const along = ([a, b, c, d]: Row) => a * x + b * y + c * z + d
  return [along(matrix[0]), along(matrix[1]), along(matrix[2])]
}

/** The matrix that applies `inner` first. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const row = ([a, b, c, d]: Row): Row => {
    const column = (at: 0 | 1 | 2 | 3) => a * inner[0][at] + b * inner[1][at] + c * inner[2][at]
    return [column(0), column(1), column(2), column(3) + d]
  }
  return [row(outer[0]), row(outer[1]), row(outer[2])]
}

/** The matrix of an axis system: Z is kept, X is made perpendicular to it. */
export function buildMatrix(point: Vector, z: Vector, x: Vector, scale: Vector = [1, 1, 1]): Matrix {
  const up = unit(z) ?? [0, 0, 1]
  const side = unit(cross(cross(up, x), up)) ?? unit(cross(cross(up, [0, 1, 0]), up)) ?? [1, 0, 0]
  const left = cross(up, side)
  const row = (axis: 0 | 1 | 2): Row => [
    side[axis] * scale[0],
    left[axis] * scale[1],
    up[axis] * scale[2],
    point[axis],
  ]
  return [row(0), row(1), row(2)]
}

function unit([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z)
  return length > 1e-12 ? [x / length, y / length, z / length] : null
}
