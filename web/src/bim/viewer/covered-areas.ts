import type { CanvasRect } from '@plumbline/viewer/free-area'

/** Attribute that marks elements over the canvas, so that fitted views avoid them. */
export const OVER_CANVAS = { 'data-over-canvas': '' }

const COVERS = '[data-over-canvas], .plumbline-cube'

/** Rectangles of the elements over a canvas, in CSS pixels from its top left corner. */
export function measureCoveredAreas(canvas: HTMLCanvasElement): CanvasRect[] {
  const frame = canvas.getBoundingClientRect()
  return [...document.querySelectorAll(COVERS)].flatMap((marked) => {
    // the header of a bottom sheet covers the canvas too
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
