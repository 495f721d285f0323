import { wearStyle } from '../overlay.ts'
import { pathOf, setPaths, svgLayer, svgPath } from '../overlay-lines.ts'
import type { Viewer } from '../viewer.ts'
import type { Feature } from '../viewer-types.ts'
import { type Line, toVec } from '../viewpoint.ts'

/** The redlines of a viewpoint, drawn over the model without occlusion. */
export interface Redlines extends Feature {
  /** world metres */
  lines: readonly Line[]
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

export function redlines(viewer: Viewer): Redlines {
  const layer = svgLayer(viewer, 'plumbline-redlines')
  const [halo, line] = [svgPath(layer, 'halo'), svgPath(layer, 'line')]
  let lines: readonly Line[] = []
  const draw = () => {
    const path = lines
      .slice(0, MOST_DRAWN)
      .map(({ start_point: from, end_point: to }) => pathOf(viewer, [toVec(from), toVec(to)]))
      .join('')
    setPaths(layer, [
      [halo, path],
      [line, path],
    ])
  }
  const stops = [wearStyle(STYLE), viewer.on('frame', () => lines.length > 0 && draw())]
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
