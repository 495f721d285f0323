import type { Box, Vec3 } from '../model.ts'
import type { Drawing } from './engine.ts'
import { worldBoxes } from './instances.ts'

/** What lies farther from the middle of the model than this (metres) is a mistake in the file, not a building. */
const FARTHEST = 1e6
/** A model whose middle is nearer to zero than this needs no origin of its own. */
const NEAR_ZERO = 1000
/** Elements smaller than this in every direction (metres) have collapsed. */
const COLLAPSED = 1e-6
const SAMPLE = 20_001

/** What of a drawing can be shown. */
export interface Judgement {
  /** instances that can be shown, in their order */
  kept: number[]
  /** world boxes of all instances, six numbers each */
  boxes: Float64Array
  /** world point that local coordinates start from */
  origin: Vec3
  /** world box of everything kept, null when nothing is */
  box: Box | null
  /** entity numbers of elements that are out of reach or hold numbers that are none */
  misplaced: Set<number>
  /** entity numbers of elements that show at least one piece with an extent */
  shown: Set<number>
}

/** Sorts usable instances from those with impossible coordinates, and finds the middle of the model. */
export function judge(drawing: Drawing): Judgement {
  const boxes = worldBoxes(drawing.instances, drawing.shapes)
  const middle = median(boxes)
  const kept: number[] = []
  const misplaced = new Set(drawing.notFinite)
  const shown = new Set<number>()
  let box: Box | null = null
  for (let instance = 0; instance < drawing.instances.count; instance++) {
    const id = drawing.instances.id.at(instance)
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
    box ??= [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis] as number, boxes[at + axis] as number)
      box[axis + 3] = Math.max(box[axis + 3] as number, boxes[at + axis + 3] as number)
    }
  }
  const far = middle.some((value) => Math.abs(value) > NEAR_ZERO)
  return { kept, boxes, origin: far ? middle : [0, 0, 0], box, misplaced, shown }
}

/** Whole metres of the median centre: one stray element does not move it. */
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
  // Where half the coordinates are absurd there is no middle; what is near zero then remains.
  const [x = 0, y = 0, z = 0] = middles.map((value) => (Math.abs(value) < 1e9 ? Math.round(value) + 0 : 0))
  return [x, y, z]
}
