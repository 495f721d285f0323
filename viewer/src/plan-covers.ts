import type { Box, Vec3 } from '@plumbline/bim/model'
import { isInsideContour, pointInPlane } from './contour.ts'
import { cutInstance, type InstanceCut, toLocalPlane } from './cut.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import type { Model } from './model.ts'

/** Depths below the floor at which slabs are looked for, metres: with and without their finish. */
const DEPTHS_M = [0.02, 0.12, 0.22]
/** Lines less deep below a plane are edges of the slab in it, metres. */
const BELOW_PLANE_M = 0.01
/** Smaller elements hide nothing worth testing, square metres. */
const SMALLEST_M2 = 1

interface Cover extends InstanceCut {
  model: Model
  height: number
  /** west, south, east, north in the model's local coordinates */
  reach: [number, number, number, number]
}

/** What lies right under a floor and hides the storey below: slabs and other solids, cut by planes under the floor. */
export class PlanCovers {
  readonly #covers: Cover[] = []
  readonly #highest: number

  constructor(models: Iterable<Model>, elevation: number) {
    this.#highest = elevation - Math.min(...DEPTHS_M) - BELOW_PLANE_M
    for (const model of models) for (const depth of DEPTHS_M) this.#gather(model, elevation - depth)
  }

  #gather(model: Model, height: number): void {
    const plane = toLocalPlane({ normal: [0, 0, -1], constant: height }, model.frame)
    const z = height - model.frame.position[2]
    for (const { info, placed } of model.chunks) {
      if (info.kind !== 'model') continue
      const { count, element, box } = placed.instances
      for (let instance = 0; instance < count; instance++) {
        const [west, south, low, east, north, high] = box.subarray(
          instance * 6,
          instance * 6 + 6,
        ) as unknown as Box
        if (low > z || high < z || (east - west) * (north - south) < SMALLEST_M2) continue
        if ((model.state.data[(element[instance] as number) * 4] ?? 0) & (HIDDEN | GHOST)) continue
        const cut = cutInstance(placed, instance, plane)
        if (cut) this.#covers.push({ ...cut, model, height, reach: [west, south, east, north] })
      }
    }
  }

  /** Whether the middle of a line lies under a solid that lies under the floor. */
  hides(from: Vec3, to: Vec3): boolean {
    const middle: Vec3 = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2]
    if (middle[2] > this.#highest) return false
    return this.#covers.some(({ contour, basis, model, height, reach: [west, south, east, north] }) => {
      if (middle[2] > height - BELOW_PLANE_M) return false
      const inside = model.frame.pointInside([middle[0], middle[1], height])
      const isNear = inside[0] > west && inside[0] < east && inside[1] > south && inside[1] < north
      return isNear && isInsideContour(contour, ...pointInPlane(basis, inside))
    })
  }
}
