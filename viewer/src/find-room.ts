import type { Vec3 } from '@plumbline/bim/model'
import type { Plane } from './clipping.ts'
import { isInsideContour, pointInPlane } from './contour.ts'
import { cutInstance, toLocalPlane } from './cut.ts'
import type { ElementRef, Model } from './model.ts'

/** The room at a point of the scene: the smallest space whose outline at that height contains it. Only loaded spaces count. */
export function findRoom(models: Iterable<Model>, point: Vec3): ElementRef | null {
  const plane: Plane = { normal: [0, 0, -1], constant: point[2] }
  let best: { ref: ElementRef; size: number } | null = null
  for (const model of models) {
    const local = toLocalPlane(plane, model.frame)
    const inside = model.frame.pointInside(point)
    for (const { info, placed } of model.chunks) {
      if (info.kind !== 'spaces') continue
      const { count, element, box } = placed.instances
      for (let instance = 0; instance < count; instance++) {
        const size = measureAround(box, instance, inside)
        if (size === null || (best && size >= best.size)) continue
        if (model.classOf(element[instance] as number) !== 'IfcSpace') continue
        const cut = cutInstance(placed, instance, local)
        if (cut && isInsideContour(cut.contour, ...pointInPlane(cut.basis, inside)))
          best = { ref: { model: model.id, element: element[instance] as number }, size }
      }
    }
  }
  return best?.ref ?? null
}

/** The volume of an instance's box; null if the point is outside of it. */
function measureAround(box: Float32Array, instance: number, point: Vec3): number | null {
  let volume = 1
  for (const axis of [0, 1, 2] as const) {
    const low = box[instance * 6 + axis] as number
    const high = box[instance * 6 + 3 + axis] as number
    if (point[axis] < low || point[axis] > high) return null
    volume *= high - low
  }
  return volume
}
