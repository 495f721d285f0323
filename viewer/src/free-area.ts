import type { Box } from '@plumbline/bim/model'
import { fit, type Pose, type ViewArea, WHOLE_VIEW } from './camera.ts'

/** A rectangle of the canvas in CSS pixels from its top left corner. */
export interface CanvasRect {
  left: number
  top: number
  right: number
  bottom: number
}

/** Free strips narrower than this are not used, CSS pixels. */
const LEAST_PX = 80
/** Panels that cover a smaller part of the canvas, such as buttons, may lie over the picture if nothing else is free. */
const SMALL_SHARE = 0.1
/** Margin around panels that cover the canvas, CSS pixels. */
const GAP_PX = 8

const holds = (outer: CanvasRect, inner: CanvasRect) =>
  outer.left <= inner.left &&
  outer.right >= inner.right &&
  outer.top <= inner.top &&
  outer.bottom >= inner.bottom

/** The parts of a rectangle that a covering rectangle leaves free: one strip on each side. */
function beside(rect: CanvasRect, cover: CanvasRect): CanvasRect[] {
  const overlaps =
    cover.left < rect.right && cover.right > rect.left && cover.top < rect.bottom && cover.bottom > rect.top
  if (!overlaps) return [rect]
  return [
    { ...rect, right: cover.left },
    { ...rect, left: cover.right },
    { ...rect, bottom: cover.top },
    { ...rect, top: cover.bottom },
  ].filter(({ left, right, top, bottom }) => right - left >= LEAST_PX && bottom - top >= LEAST_PX)
}

/** The maximal uncovered rectangles of a canvas; they may overlap, but none contains another. */
export function findFreeRects(width: number, height: number, covered: readonly CanvasRect[]): CanvasRect[] {
  let free: CanvasRect[] = [{ left: 0, top: 0, right: width, bottom: height }]
  for (const { left, top, right, bottom } of covered) {
    const cover = { left: left - GAP_PX, top: top - GAP_PX, right: right + GAP_PX, bottom: bottom + GAP_PX }
    const left_over = free.flatMap((rect) => beside(rect, cover))
    free = left_over.filter(
      (rect, at) =>
        !left_over.some(
          (other, index) => index !== at && holds(other, rect) && !(holds(rect, other) && index > at),
        ),
    )
  }
  return free
}

/** The uncovered rectangles of a canvas; where there are none, those that only small panels cover. */
function findUsableRects(width: number, height: number, covered: readonly CanvasRect[]): CanvasRect[] {
  const free = findFreeRects(width, height, covered)
  if (free.length > 0) return free
  const least = width * height * SMALL_SHARE
  const large = covered.filter(({ left, top, right, bottom }) => (right - left) * (bottom - top) >= least)
  return findFreeRects(width, height, large)
}

export interface CanvasMiddle {
  x: number
  y: number
}

/** The middle of the largest usable rectangle, CSS pixels; of the canvas if none is large enough. */
export function findFreeMiddle(
  { width, height }: { width: number; height: number },
  covered: readonly CanvasRect[],
): CanvasMiddle {
  const size = ({ left, top, right, bottom }: CanvasRect) => (right - left) * (bottom - top)
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const { left, top, right, bottom } = findUsableRects(width, height, covered).reduce(
    (best, rect) => (best === whole || size(rect) > size(best) ? rect : best),
    whole,
  )
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

/** Converts canvas pixels to view coordinates. */
function areaOf({ left, top, right, bottom }: CanvasRect, width: number, height: number): ViewArea {
  return {
    left: (left / width) * 2 - 1,
    right: (right / width) * 2 - 1,
    bottom: 1 - (bottom / height) * 2,
    top: 1 - (top / height) * 2,
  }
}

/** Distance between the centre of an area and the centre of the view, 0 to 1. */
const offCentre = ({ left, right, bottom, top }: ViewArea) =>
  Math.max(Math.abs(left + right), Math.abs(bottom + top)) / 2

/**
 * Fits a box into the uncovered part of the canvas without changing the view direction. Prefers the largest
 * size, with a penalty for areas far from the centre.
 */
export function fitFreeArea(
  pose: Pose,
  box: Box,
  { width, height }: { width: number; height: number },
  covered: readonly CanvasRect[],
): Pose {
  const areas = findUsableRects(width, height, covered).map((rect) => areaOf(rect, width, height))
  const fitted = (areas.length > 0 ? areas : [WHOLE_VIEW]).map((area) => {
    const each = fit(pose, box, width / height, 1.08, area)
    return { pose: each, cost: each.focus_m * (1 + offCentre(area)) }
  })
  return fitted.reduce((best, each) => (each.cost < best.cost ? each : best)).pose
}
