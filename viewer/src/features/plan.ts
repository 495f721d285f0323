import type { Box } from '@plumbline/bim/model'
import { type Pose, turnTowards } from '../camera.ts'
import type { ClippingPlane } from '../clipping.ts'
import { computeLevelBox, computeStandingBox, findFloor, PLAN_CUT_M, type StoreyRef } from '../floors.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface PlanFeature extends ViewerFeature {
  /** the storey shown, null in the 3D view */
  readonly storey: StoreyRef | null
  /** shows a storey from above, cut at 1.2 m over its floor */
  show(storey: StoreyRef): void
  /** restores the camera and clipping planes from before the plan */
  leave(): void
}

const TOOL = 'plan'
/** Visible depth below the floor, metres. */
const BELOW_M = 0.6

/** Floor plans of storeys. Dragging pans while a plan is shown; selection stays available. */
export function plan(viewer: Viewer): PlanFeature {
  let shown: StoreyRef | null = null
  let before: { pose: Pose; clipping: readonly ClippingPlane[] } | null = null
  const leave = () => {
    if (!before) return
    viewer.navigation = 'orbit'
    viewer.setClipping(before.clipping)
    viewer.camera.setPose(before.pose)
    shown = null
    before = null
    viewer.emit('tool', { tool: viewer.tool })
  }
  return {
    get storey() {
      return shown
    },
    show(storey) {
      const model = viewer.models.get(storey.model)
      const floor = model && findFloor(model, storey.storey)
      if (!model || floor === undefined) return
      const models = [...viewer.models.values()]
      const whole = computeStandingBox(models, floor, PLAN_CUT_M) ?? computeLevelBox(models, floor)
      viewer.setTool(null)
      before ??= { pose: viewer.camera.goal, clipping: viewer.clipping }
      shown = storey
      viewer.navigation = 'pan'
      const box = viewer.box ?? floor.box
      const x = (box[0] + box[3]) / 2
      const y = (box[1] + box[4]) / 2
      viewer.setClipping([
        { location: [x, y, floor.elevation + PLAN_CUT_M], direction: [0, 0, 1] },
        { location: [x, y, floor.elevation - BELOW_M], direction: [0, 0, -1] },
      ])
      const slice: Box = [...whole]
      slice[2] = floor.elevation
      slice[5] = floor.elevation + PLAN_CUT_M
      viewer.camera.setPose(
        viewer.camera.framed(
          turnTowards({ ...viewer.camera.goal, projection: 'orthographic' }, 'top'),
          slice,
        ),
      )
      viewer.emit('tool', { tool: TOOL })
    },
    leave,
    dispose: leave,
  }
}
