import type { PlacedInstance } from '../geometry/chunks.ts'
import type { ModelDrawing } from '../geometry/engine.ts'
import { ContentHash } from './hash.ts'

/** Precision of the comparison: 0.1 mm for positions, 0.0001 for the cells of a rotation. */
const STEP = 1e-4

/** Hashes by element; 0 for elements without a shape. */
export interface ShapeHashes {
  shape: Float64Array
  place: Float64Array
}

/**
 * Computes a shape hash and a placement hash per element, so that two versions of a file can be compared
 * without geometry. The order of the instances does not matter.
 */
export function computeShapeHashes(
  drawing: ModelDrawing,
  placed: PlacedInstance[],
  elements: number,
): ShapeHashes {
  const hashes: ShapeHashes = { shape: new Float64Array(elements), place: new Float64Array(elements) }
  const shapes = new Map<number, ContentHash>()
  const byElement = new Map<number, [shape: ContentHash, place: ContentHash]>()
  for (const { instance, element } of placed) {
    const number = drawing.instances.shape.at(instance)
    let shape = shapes.get(number)
    if (!shape) {
      shape = new ContentHash()
      shape.add(drawing.shapes.contents[number] ?? '')
      shapes.set(number, shape)
    }
    let own = byElement.get(element)
    if (!own) {
      own = [new ContentHash(), new ContentHash()]
      byElement.set(element, own)
    }
    own[0].addSum(shape)
    own[1].add(steps(drawing.instances.matrix(instance)))
  }
  for (const [element, [shape, place]] of byElement) {
    hashes.shape[element] = shape.value
    hashes.place[element] = place.value
  }
  return hashes
}

/**
 * Rounds a matrix to integer steps of two words each: national grid coordinates in tenths of a millimetre
 * exceed 32 bits.
 */
function steps(matrix: Float64Array): Int32Array {
  const words = new Int32Array(matrix.length * 2)
  for (let cell = 0; cell < matrix.length; cell++) {
    const whole = Math.round((matrix[cell] ?? 0) / STEP)
    words[cell * 2] = whole | 0
    words[cell * 2 + 1] = Math.floor(whole / 2 ** 32)
  }
  return words
}
