import type { Cursor } from '../step/cursor.ts'
import type { Directrix, Vector } from '../structure/alignment-curve.ts'
import { readLinearPlacement } from '../structure/linear-placements.ts'
import { buildMatrix, IDENTITY, type Matrix, multiply } from './matrix.ts'

/** Longest chain of placements. */
const LONGEST_CHAIN = 500

export function readPoint(cursor: Cursor, id: number): Vector | null {
  if (!cursor.openId(id)) return null
  const [x = 0, y = 0, z = 0] = cursor.numbers()
  return [x, y, z]
}

/** Reads IfcAxis2Placement2D or 3D; null when its location is missing. */
export function readAxes(cursor: Cursor, id: number): Matrix | null {
  const isFlat = cursor.file.entityOf(id) === 'IFCAXIS2PLACEMENT2D'
  if (!cursor.openId(id)) return null
  const [location, first, second] = [cursor.ref(), cursor.ref(), isFlat ? 0 : cursor.ref()]
  const point = readPoint(cursor, location)
  const z = isFlat ? null : readPoint(cursor, first)
  const x = readPoint(cursor, isFlat ? first : second)
  return point && buildMatrix(point, z ?? [0, 0, 1], x ?? [1, 0, 0])
}

/** Reads IfcCartesianTransformationOperator2D or 3D, also with different scales. */
export function readOperator(cursor: Cursor, id: number): Matrix {
  const isFlat = cursor.file.entityOf(id).includes('OPERATOR2D')
  if (!cursor.openId(id)) return IDENTITY
  const [axis1, axis2, location] = [cursor.ref(), cursor.ref(), cursor.ref()]
  const scale = cursor.number() ?? 1
  const axis3 = isFlat ? 0 : cursor.ref()
  const [second, third] = [cursor.number() ?? scale, cursor.number() ?? scale]
  const x = readPoint(cursor, axis1) ?? [1, 0, 0]
  const y = readPoint(cursor, axis2)
  const z = readPoint(cursor, axis3) ?? [0, 0, 1]
  const matrix = buildMatrix(readPoint(cursor, location) ?? [0, 0, 0], z, x, [scale, second, third])
  // A second axis against the right-handed one mirrors.
  const mirrored = y !== null && matrix[0][1] * y[0] + matrix[1][1] * y[1] + matrix[2][1] * y[2] < 0
  if (!mirrored) return matrix
  const flip = ([a, b, c, d]: Matrix[number]): Matrix[number] => [a, -b, c, d]
  return [flip(matrix[0]), flip(matrix[1]), flip(matrix[2])]
}

/** The world matrices of placements, each evaluated once. */
export class Placements {
  readonly #cursor: Cursor
  readonly #known = new Map<number, Matrix | null>()
  readonly #curves = new Map<number, Directrix | null>()

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  /**
   * Null for placements of an unknown kind; grid placements have been replaced by local ones. Without a placement, the
   * world.
   */
  matrixOf(id: number, depth = 0): Matrix | null {
    if (id === 0) return IDENTITY
    const known = this.#known.get(id)
    if (known !== undefined) return known
    if (depth > LONGEST_CHAIN) return null
    // Placements that refer to themselves have no place.
    this.#known.set(id, null)
    const matrix = this.#read(id, depth)
    this.#known.set(id, matrix)
    return matrix
  }

  #read(id: number, depth: number): Matrix | null {
    const cursor = this.#cursor
    const entity = cursor.file.entityOf(id)
    if (entity === 'IFCLINEARPLACEMENT') {
      const { parent, evaluated, stated } = readLinearPlacement(cursor, id, this.#curves)
      const outer = this.matrixOf(parent, depth + 1)
      const place = stated ?? evaluated
      return outer && place && multiply(outer, buildMatrix(place.point, place.z, place.x))
    }
    if (entity !== 'IFCLOCALPLACEMENT' || !cursor.openId(id)) return null
    const [parent, relative] = [cursor.ref(), cursor.ref()]
    const own = readAxes(cursor, relative)
    const outer = this.matrixOf(parent, depth + 1)
    return own && outer && multiply(outer, own)
  }
}
