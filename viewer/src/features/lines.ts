import type { LineLayer } from '@plumbline/bim/model'
import { Vector3 } from 'three'
import { isKept, type Plane } from '../clipping.ts'
import { GHOST, HIDDEN } from '../element-state.ts'
import { LineLabels } from '../line-labels.ts'
import { computeLineBoxes, ModelLines } from '../line-layer.ts'
import type { Pick } from '../pick.ts'
import { pickSegment } from '../pick-lines.ts'
import { PALETTES } from '../theme.ts'
import { normalize, subtract } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { plan } from './plan.ts'

export interface LinesFeature extends ViewerFeature {
  visible: boolean
  /** sets the lines of a loaded model, replacing earlier ones */
  set(model: string, layer: LineLayer): void
}

/** Distance from the pointer at which a line is picked, CSS pixels, and that of a finger. */
const NEAR_PX = 5
const NEAR_TOUCH_PX = 12
/** A line in a face is seen although the face is as near, metres. */
const IN_FACE_M = 0.05

const isLevel = ({ normal }: Plane) => Math.abs(normal[2]) > 0.999

/** Axes of grids, alignments and annotations in a thin layer of their own, with their names. */
export function lines(viewer: Viewer): LinesFeature {
  const color = { value: new Vector3() }
  const models = new Map<string, ModelLines>()
  const labels = new LineLabels(viewer)
  let visible = true
  const isPlan = () => viewer.use(plan).storey !== null
  const planesOf = (isAxis: boolean) =>
    isAxis && isPlan() ? viewer.planes.filter((plane) => !isLevel(plane)) : viewer.planes
  const forget = (id: string) => {
    models.get(id)?.dispose()
    models.delete(id)
  }
  /** Models that were unloaded take their lines with them. */
  const tidy = () => {
    for (const [id, own] of models) if (viewer.models.get(id) !== own.model) forget(id)
  }
  const draw = () => {
    tidy()
    color.value.fromArray(PALETTES[viewer.colors].line)
    labels.draw(visible ? models.values() : [], (point, isAxis) => isKept(planesOf(isAxis), point))
  }
  const pick = (x: number, y: number, limit: number) =>
    visible && viewer.draws ? pickLine(viewer, models, { x, y, limit, planesOf, isPlan: isPlan() }) : null
  let hovered = ''
  viewer.pickers.push(pick)
  const stops = [
    viewer.on('frame', draw),
    viewer.on('tool', () => {
      for (const each of models.values()) each.setPlan(isPlan())
      viewer.invalidate()
    }),
    // The outlines of elements are drawn without a new frame, but lines have none.
    viewer.on('hover', ({ hit }) => {
      const now = hit && models.has(hit.model) ? `${hit.model} ${hit.element}` : ''
      if (now !== hovered) viewer.invalidate()
      hovered = now
    }),
  ]
  return {
    get visible() {
      return visible
    },
    set visible(on) {
      visible = on
      for (const each of models.values()) each.visible = on
      draw()
      viewer.invalidate()
    },
    set(id, layer) {
      forget(id)
      const model = viewer.models.get(id)
      if (!model) return
      const { uLens, uSky, uAccent, uHover, uPlanes, uPlaneCount } = viewer.stage.materials.shared
      const own = new ModelLines(model, layer, { uLens, uSky, uAccent, uHover, uPlanes, uPlaneCount }, color)
      model.lineBoxes = computeLineBoxes(layer, model.manifest.origin)
      model.state.reserve(layer.lines.reduce((most, { element }) => Math.max(most, element), 0) + 1)
      own.visible = visible
      own.setPlan(isPlan())
      models.set(id, own)
      viewer.stage.scene.add(...own.objects)
      viewer.invalidate()
    },
    dispose() {
      for (const stop of stops) stop()
      viewer.pickers.splice(viewer.pickers.indexOf(pick), 1)
      for (const id of [...models.keys()]) forget(id)
      labels.dispose()
    },
  }
}

interface LineQuery {
  x: number
  y: number
  /** distance of the nearest element */
  limit: number
  planesOf: (isAxis: boolean) => readonly Plane[]
  isPlan: boolean
}

/** The nearest line at a canvas point that is not hidden, clipped or behind an element. */
function pickLine(viewer: Viewer, models: ReadonlyMap<string, ModelLines>, query: LineQuery): Pick | null {
  const tolerance_px = matchMedia('(pointer: coarse)').matches ? NEAR_TOUCH_PX : NEAR_PX
  const aim = { pose: viewer.camera.pose, ...viewer.size, x: query.x, y: query.y, tolerance_px }
  let best: Pick | null = null
  for (const [id, { model, segments }] of models)
    for (const [kind, own] of Object.entries(segments)) {
      const planes = query.planesOf(kind === 'grid')
      const limit = kind === 'grid' && query.isPlan ? Infinity : query.limit + IN_FACE_M
      const elementAt = (segment: number) => own.elements[segment] as number
      const found = pickSegment(
        own,
        model.frame,
        aim,
        (segment, point, distance) =>
          ((model.state.data[elementAt(segment) * 4] ?? 0) & (HIDDEN | GHOST)) === 0 &&
          distance <= limit &&
          distance < (best?.distance ?? Infinity) &&
          isKept(planes, point),
      )
      if (!found) continue
      const { segment, point, distance } = found
      const normal = normalize(subtract(viewer.camera.pose.eye, point))
      best = { model: id, element: elementAt(segment), point, normal, distance }
    }
  return best
}
