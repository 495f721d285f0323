import type { CanvasRect } from '@plumbline/viewer/free-area'

/** Marks what lies over the canvas, so that views are fitted beside it. */
export const OVER_CANVAS = { 'data-over-canvas': '' }

const COVERS = '[data-over-canvas], .plumbline-cube'

/** What lies over a canvas now, CSS pixels from its top left corner. */
export function coversOn(canvas: HTMLCanvasElement): CanvasRect[] {
  const frame = canvas.getBoundingClientRect()
  return [...document.querySelectorAll(COVERS)].flatMap((marked) => {
    // of a sheet its head covers too
    const element = marked.closest('[role=dialog]') ?? marked
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return []
    return {
      left: left - frame.left,
      top: top - frame.top,
      right: right - frame.left,
      bottom: bottom - frame.top,
    }
  })
}
