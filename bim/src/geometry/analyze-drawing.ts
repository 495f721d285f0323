import type { Box, Vec3 } from '../model.ts'
import type { ModelDrawing } from './engine.ts'
import { computeWorldBoxes } from './instances.ts'

/**
 * Distance from the model's centre (metres) beyond which an element counts as misplaced by an error in the
 * file.
 */
const FARTHEST = 1e6
/** A model whose centre is closer to zero than this (metres) keeps the origin at zero. */
const NEAR_ZERO = 1000
/** Elements smaller than this in every direction (metres) count as collapsed. */
const COLLAPSED = 1e-6
const SAMPLE = 20_001

/** Result of checking a drawing: the valid instances and the location of the model. */
export interface DrawingAnalysis {
  /** indices of the instances that can be shown, ascending */
  kept: number[]
  /** world boxes of all instances, six numbers each */
  boxes: Float64Array
  /** world point that becomes the origin of local coordinates */
  origin: Vec3
  /** world box of all kept instances, null when there are none */
  box: Box | null
  /** entity numbers of elements that are too far away or have non-finite coordinates */
  misplaced: Set<number>
  /** entity numbers of elements with at least one instance that has an extent */
  shown: Set<number>
}

/**
 * Filters out instances with invalid coordinates and determines the model's origin and box.
 * @param origin of a model that is only partly drawn
 */
export function analyzeDrawing(drawing: ModelDrawing, origin?: Vec3): DrawingAnalysis {
  const boxes = computeWorldBoxes(drawing.instances, drawing.shapes)
  const middle = origin ?? median(boxes)
  const kept: number[] = []
  const misplaced = new Set(drawing.notFinite)
  const shown = new Set<number>()
  let box: Box | null = null
  for (let instance = 0; instance < drawing.instances.count; instance++) {
    const id = drawing.instances.id.at(instance)
    if (instance < (drawing.redrawn.get(id) ?? 0)) continue
    const at = instance * 6
    let farthest = 0
    let extent = 0
    for (let axis = 0; axis < 3; axis++) {
      const low = (boxes[at + axis] ?? Number.NaN) - (middle[axis] ?? 0)
      const high = (boxes[at + axis + 3] ?? Number.NaN) - (middle[axis] ?? 0)
      farthest = Math.max(farthest, Math.abs(low), Math.abs(high))
      extent = Math.max(extent, high - low)
    }
    if (!(farthest <= FARTHEST)) {
      misplaced.add(id)
      continue
    }
    if (extent <= COLLAPSED) continue
    kept.push(instance)
    shown.add(id)
    // Openings extend beyond the elements that they cut.
    if (drawing.openings.has(id)) continue
    box ??= [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis] as number, boxes[at + axis] as number)
      box[axis + 3] = Math.max(box[axis + 3] as number, boxes[at + axis + 3] as number)
    }
  }
  return { kept, boxes, origin: origin ?? chooseOrigin(middle), box, misplaced, shown }
}

/** The origin of local coordinates for a model with this centre. */
export function chooseOrigin(middle: Vec3): Vec3 {
  return middle.some((value) => Math.abs(value) > NEAR_ZERO) ? middle : [0, 0, 0]
}

/** Median of the box centres, rounded to metres: a few misplaced elements do not move it. */
function median(boxes: Float64Array): Vec3 {
  const count = boxes.length / 6
  const step = Math.max(1, Math.floor(count / SAMPLE))
  const axes: number[][] = [[], [], []]
  for (let instance = 0; instance < count; instance += step) {
    for (let axis = 0; axis < 3; axis++) {
      const centre = ((boxes[instance * 6 + axis] ?? 0) + (boxes[instance * 6 + axis + 3] ?? 0)) / 2
      if (Number.isFinite(centre)) axes[axis]?.push(centre)
    }
  }
  const middles = axes.map((values) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0)
  // When half of the coordinates are invalid there is no usable centre; the origin then stays near zero.
  const [x = 0, y = 0, z = 0] = middles.map((value) => (Math.abs(value) < 1e9 ? Math.round(value) + 0 : 0))
  return [x, y, z]
}
