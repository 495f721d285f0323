import type { Box } from '../model.ts'
import { Uint32Column } from '../step/columns.ts'
import type { Shape, ShapePiece, Shapes } from './shapes.ts'

/** All placed shapes of a model, in columns. World coordinates in doubles until they are packed. */
export class Instances {
  /** STEP entity number of the element */
  readonly id = new Uint32Column()
  readonly shape = new Uint32Column()
  /** RGBA, R in the low byte */
  readonly color = new Uint32Column()
  #matrices = new Float64Array(12 * 256)

  get count(): number {
    return this.id.length
  }

  /**
   * @param matrix rows of a 3×4 matrix in doubles: world = M · (x, y, z, 1), metres, Z up; applies to the frame
   * that contains the piece's offset
   */
  add(id: number, piece: ShapePiece, color: number, matrix: ArrayLike<number>): void {
    const to = this.count * 12
    if (to === this.#matrices.length) {
      const wider = new Float64Array(to * 2)
      wider.set(this.#matrices)
      this.#matrices = wider
    }
    const cells = this.#matrices
    const [x, y, z] = piece.offset
    const { axes } = piece
    for (let at = 0; at < 12; at += 4) {
      const a = matrix[at] ?? 0
      const b = matrix[at + 1] ?? 0
      const c = matrix[at + 2] ?? 0
      for (let column = 0; column < 3; column++)
        cells[to + at + column] = axes
          ? a * (axes[column] ?? 0) + b * (axes[column + 3] ?? 0) + c * (axes[column + 6] ?? 0)
          : (matrix[at + column] ?? 0)
      cells[to + at + 3] = (matrix[at + 3] ?? 0) + a * x + b * y + c * z
    }
    this.id.push(id)
    this.shape.push(piece.shape)
    this.color.push(color)
  }

  /** A view of an instance's matrix, valid until the next instance is added. */
  matrix(instance: number): Float64Array {
    return this.#matrices.subarray(instance * 12, instance * 12 + 12)
  }
}

/**
 * The exact world box of a placed shape: computed from the corners of its box if it is placed along the axes,
 * otherwise from its vertices.
 */
export function computeWorldBox(shape: Shape, matrix: Float64Array): Box {
  const box: Box = [0, 0, 0, 0, 0, 0]
  const along = isAlongAxes(matrix)
  for (let row = 0; row < 3; row++) {
    const a = matrix[row * 4] ?? 0
    const b = matrix[row * 4 + 1] ?? 0
    const c = matrix[row * 4 + 2] ?? 0
    const d = matrix[row * 4 + 3] ?? 0
    if (along) {
      const x = a * shape.size[0]
      const y = b * shape.size[1]
      const z = c * shape.size[2]
      box[row] = d + Math.min(0, x) + Math.min(0, y) + Math.min(0, z)
      box[row + 3] = d + Math.max(0, x) + Math.max(0, y) + Math.max(0, z)
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

/** Bounding boxes of all instances, six numbers each; non-finite values are kept for the caller to check. */
export function computeWorldBoxes(instances: Instances, shapes: Shapes): Float64Array {
  const boxes = new Float64Array(instances.count * 6)
  for (let instance = 0; instance < instances.count; instance++) {
    const shape = shapes.all[instances.shape.at(instance)]
    if (shape) boxes.set(computeWorldBox(shape, instances.matrix(instance)), instance * 6)
  }
  return boxes
}
