import type { Vec3 } from '@plumbline/bim/model'
import type { ModelPlacement } from '@plumbline/viewer/frame'
import { snap } from '@plumbline/viewer/snap'
import { alignByPoints } from './alignment.ts'
import type { SessionHost } from './session-state.ts'

const TOOL = 'align'
/** two points of the model, each followed by its target in another model */
const CLICKS = 4

/** Aligns a model by hand: two of its points are clicked, each followed by the point of another model it belongs to. */
export class SessionAlign {
  readonly #host: SessionHost

  constructor(host: SessionHost) {
    this.#host = host
  }

  /** Collects the clicks; `onStep` gets the number of points so far. Returns a function that cancels. */
  start(
    model: string,
    onStep: (points: number | null) => void,
    onDone: (placement: ModelPlacement, pivot: Vec3) => void,
  ): () => void {
    const { viewer } = this.#host
    let points: Vec3[] = []
    let stood = viewer.models.get(model)?.setting
    const stop = () => {
      offPick()
      offTool()
      if (viewer.tool === TOOL) viewer.setTool(null)
      onStep(null)
    }
    const offPick = viewer.on('pick', ({ at }) => {
      const hit = viewer.tool === TOOL ? viewer.pick(at.x, at.y) : null
      const frame = hit && viewer.models.get(hit.model)?.frame
      // another person has moved the model meanwhile: its points are outdated
      const { setting } = viewer.models.get(model) ?? {}
      if (setting !== stood) points = []
      stood = setting
      // points alternate between the model itself and other models
      if (!hit || !frame || (hit.model === model) !== (points.length % 2 === 0)) return
      const project = (point: Vec3) => viewer.camera.project(point)
      points.push(snap(hit, frame, at, project, { planes: viewer.planes }).point)
      onStep(points.length)
      const [a, a2, b, b2] = points
      if (points.length < CLICKS || !a || !a2 || !b || !b2) return
      stop()
      onDone(alignByPoints([a, b], [a2, b2]), a2)
    })
    viewer.setTool(TOOL)
    const offTool = viewer.on('tool', ({ tool }) => {
      if (tool !== TOOL) stop()
    })
    onStep(0)
    return stop
  }
}
