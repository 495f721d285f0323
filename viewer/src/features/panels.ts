import type { OpeningPanels } from '@plumbline/bim/model'
import { Vector3 } from 'three'
import { findFloor, PLAN_CUT_M } from '../floors.ts'
import { ModelLines } from '../line-layer.ts'
import { drawPanelSymbols } from '../panel-symbols.ts'
import { PALETTES } from '../theme.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { plan } from './plan.ts'

export interface PanelsFeature extends ViewerFeature {
  /** sets the doors and windows of a loaded model that have a stated operation */
  set(model: string, openings: readonly OpeningPanels[]): void
}

/** Open leaves of doors and windows with their arcs, while a plan is shown. */
export function panels(viewer: Viewer): PanelsFeature {
  const color = { value: new Vector3() }
  const openingsOf = new Map<string, readonly OpeningPanels[]>()
  let drawn: ModelLines[] = []
  /** the state that the drawn symbols were computed from */
  let basis = ''
  const clear = () => {
    for (const each of drawn) each.dispose()
    drawn = []
  }
  const listModels = () => [...openingsOf.keys()].flatMap((id) => viewer.models.get(id) ?? [])
  const draw = () => {
    clear()
    const { storey } = viewer.use(plan)
    const owner = storey && viewer.models.get(storey.model)
    const floor = storey && owner && findFloor(owner, storey.storey)
    if (!floor) return
    const { uLens, uSky, uAccent, uHover, uPlanes, uPlaneCount } = viewer.stage.materials.shared
    const uniforms = { uLens, uSky, uAccent, uHover, uPlanes, uPlaneCount }
    for (const model of listModels()) {
      const { origin } = model.manifest
      const symbols = drawPanelSymbols(model, openingsOf.get(model.id) ?? [], floor.elevation + PLAN_CUT_M)
      const lines = symbols.flatMap(({ element, lines: own }) =>
        own.map((line) => ({
          element,
          // drawn like the axes of a plan: over everything and not cut by its planes
          kind: 'grid' as const,
          name: '',
          points: line.flatMap((point) => point.map((value, axis) => value + (origin[axis] as number))),
        })),
      )
      if (lines.length === 0) continue
      const layer = new ModelLines(model, { lines, texts: [] }, uniforms, color)
      layer.setPlan(true)
      drawn.push(layer)
      viewer.stage.scene.add(...layer.objects)
    }
  }
  const update = () => {
    color.value.fromArray(PALETTES[viewer.colors].contour)
    const { storey } = viewer.use(plan)
    const now = storey
      ? [
          storey.model,
          storey.storey,
          ...listModels().map(({ id, chunks }) => `${id} ${chunks.length}`),
        ].join()
      : ''
    if (now === basis) return
    basis = now
    draw()
    viewer.invalidate()
  }
  const stops = [viewer.on('frame', update), viewer.on('tool', update)]
  return {
    set(id, openings) {
      openingsOf.set(id, openings)
      basis = ''
      viewer.invalidate()
    },
    dispose() {
      for (const stop of stops) stop()
      clear()
    },
  }
}
