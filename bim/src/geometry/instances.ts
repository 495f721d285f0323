import type { Box } from '../model.ts'
import { Uint32Column } from '../step/columns.ts'
import type { Piece, Shape, Shapes } from './shapes.ts'

/** Rows of a 3×4 matrix, doubles: world = M · (x, y, z, 1), metres, Z up. */
export type Matrix = number[]

/** Every placed shape of a model, in columns. Coordinates are world coordinates in doubles until they are packed. */
export class Instances {
  /** STEP entity number of the element */
  readonly id = new Uint32Column()
  readonly shape = new Uint32Column()
  /** RGBA, R in the low byte */
  readonly color = new Uint32Column()
  #matrices: Float64Array[] = []

  get count(): number {
    return this.id.length
  }

  add(id: number, piece: Piece, color: number, matrix: Matrix): void {
    const [x, y, z] = piece.offset
    const moved = new Float64Array(12)
    for (let row = 0; row < 3; row++) {
      const at = row * 4
      const [a = 0, b = 0, c = 0, d = 0] = [matrix[at], matrix[at + 1], matrix[at + 2], matrix[at + 3]]
      moved.set([a, b, c, d + a * x + b * y + c * z], at)
    }
    this.id.push(id)
    this.shape.push(piece.shape)
    this.color.push(color)
    this.#matrices.push(moved)
  }

  matrix(instance: number): Float64Array {
    return this.#matrices[instance] ?? new Float64Array(12)
  }
}

/**
 * The world box of a placed shape. Exact: by the corners of the shape's box when it is placed along the axes, by its
 * vertices otherwise.
 */
export function worldBox(shape: Shape, matrix: Float64Array): Box {
  const box: Box = [0, 0, 0, 0, 0, 0]
  const along = isAlongAxes(matrix)
  for (let row = 0; row < 3; row++) {
    const [a = 0, b = 0, c = 0, d = 0] = matrix.subarray(row * 4, row * 4 + 4)
    if (along) {
      const reach = [a * shape.size[0], b * shape.size[1], c * shape.size[2]]
      box[row] = d + reach.reduce((sum, part) => sum + Math.min(0, part), 0)
      box[row + 3] = d + reach.reduce((sum, part) => sum + Math.max(0, part), 0)
      continue
    }
    let low = Infinity
    let high = -Infinity
    for (let at = 0; at < shape.positions.length; at += 3) {
      const value =
        a * (shape.positions[at] ?? 0) +
        b * (shape.positions[at + 1] ?? 0) +
        c * (shape.positions[at + 2] ?? 0)
      if (value < low) low = value
      if (value > high) high = value
    }
    box[row] = d + low * shape.scale
    box[row + 3] = d + high * shape.scale
  }
  return box
}

function isAlongAxes(matrix: Float64Array): boolean {
  for (let row = 0; row < 3; row++) {
    let parts = 0
    for (let column = 0; column < 3; column++) if (Math.abs(matrix[row * 4 + column] ?? 0) > 1e-9) parts++
    if (parts > 1) return false
  }
  return true
}

/** Bounding boxes of all instances, six numbers each; what is not finite stays so and is judged by the caller. */
export function worldBoxes(instances: Instances, shapes: Shapes): Float64Array {
  const boxes = new Float64Array(instances.count * 6)
  for (let instance = 0; instance < instances.count; instance++) {
    const shape = shapes.all[instances.shape.at(instance)]
    if (shape) boxes.set(worldBox(shape, instances.matrix(instance)), instance * 6)
  }
  return boxes
}
