import type { Box, Vec3 } from '@plumbline/bim/model'
import type { Model } from './model.ts'
import { distanceToBox, unionBoxes } from './vec.ts'

/** Moves pins to the elements that they belong to when an element has moved since its pin was placed. */

interface Placed {
  id: string
  /** world metres */
  point: Vec3
  /** GlobalId of the element */
  element: string | null
  /** id of the element's model: another model may have elements with the same GlobalIds */
  model: string
}

/** Distance from the element's box up to which a point counts as lying on the element, metres. */
const AT_ELEMENT = 0.5

const nearestIn = (box: Box, point: Vec3): Vec3 => [
  Math.min(box[3], Math.max(box[0], point[0])),
  Math.min(box[4], Math.max(box[1], point[1])),
  Math.min(box[5], Math.max(box[2], point[2])),
]

const keyOf = (model: string, guid: string) => `${model} ${guid}`

/**
 * Boxes of elements and their parts, by model and GlobalId: a single pass over each model, regardless of the number of
 * elements.
 */
function boxesOf(models: Iterable<Model>, pins: readonly Placed[]): Map<string, Box> {
  const guidsOf = new Map<string, Set<string>>()
  for (const { model, element } of pins)
    if (element !== null) guidsOf.set(model, (guidsOf.get(model) ?? new Set()).add(element))
  const boxes = new Map<string, Box>()
  for (const model of models) {
    const wanted = new Map<number, string>()
    for (const guid of guidsOf.get(model.id) ?? [])
      for (const element of model.elementsOf(guid))
        for (const part of model.withParts(element)) wanted.set(part, guid)
    if (wanted.size === 0) continue
    for (const [element, box] of model.boxesOf(wanted)) {
      const key = keyOf(model.id, wanted.get(element) ?? '')
      boxes.set(key, unionBoxes(boxes.get(key) ?? null, box) as Box)
    }
  }
  return boxes
}

/** New positions of pins whose element has moved away from their stored point, by pin id. */
export function placePinsAtElements(models: Iterable<Model>, pins: readonly Placed[]): Map<string, Vec3> {
  const boxes = boxesOf(models, pins)
  return new Map(
    pins.flatMap(({ id, point, element, model }) => {
      const box = element === null ? undefined : boxes.get(keyOf(model, element))
      return box && distanceToBox(point, box) > AT_ELEMENT ? [[id, nearestIn(box, point)] as const] : []
    }),
  )
}
