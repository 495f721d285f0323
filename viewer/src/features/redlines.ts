import { addStyle } from '../overlay.ts'
import { buildPath, createSvgLayer, createSvgPath, setPaths } from '../overlay-lines.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { toVec, type ViewpointLine } from '../viewpoint.ts'

/** The redlines of a viewpoint, drawn over the model without occlusion. */
export interface RedlinesFeature extends ViewerFeature {
  /** world metres */
  lines: readonly ViewpointLine[]
}

/**
 * Redlines are drawn by hand; the limit protects against files with any number, as each is projected in every
 * frame.
 */
const MOST_DRAWN = 5000

const STYLE = `
.plumbline-redlines path { fill: none; stroke-linecap: round; }
.plumbline-redlines .halo { stroke: #fff; stroke-width: 5px; opacity: .8; }
.plumbline-redlines .line { stroke: #d11a2a; stroke-width: 2.5px; }
`

export function redlines(viewer: Viewer): RedlinesFeature {
  const layer = createSvgLayer(viewer, 'plumbline-redlines')
  const halo = createSvgPath(layer, 'halo')
  const line = createSvgPath(layer, 'line')
  let lines: readonly ViewpointLine[] = []
  const draw = () => {
    const path = lines
      .slice(0, MOST_DRAWN)
      .map(({ start_point: from, end_point: to }) => buildPath(viewer, [toVec(from), toVec(to)]))
      .join('')
    setPaths(layer, [
      [halo, path],
      [line, path],
    ])
  }
  const stops = [addStyle(STYLE), viewer.on('frame', () => lines.length > 0 && draw())]
  return {
    get lines() {
      return lines
    },
    set lines(next) {
      lines = next.filter((each) =>
        [...toVec(each.start_point), ...toVec(each.end_point)].every(Number.isFinite),
      )
      draw()
    },
    dispose() {
      for (const stop of stops) stop()
      layer.remove()
    },
  }
}
