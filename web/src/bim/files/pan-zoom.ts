/** Pan and zoom of a sheet: its point p is on screen at `p * scale + (x, y)`, in pixels. */
export interface PanZoomView {
  scale: number
  x: number
  y: number
}
export interface PixelSize {
  width: number
  height: number
}
export interface PixelPoint {
  x: number
  y: number
}

/** maximum zoom relative to the fitted sheet */
const MAX_ZOOM = 64
/** part of the frame's shorter side that the sheet always covers */
const MIN_COVERED = 0.25
const MARGIN_PX = 16

/** The view that shows the whole sheet centred in the box. */
export function fitView(sheet: PixelSize, box: PixelSize): PanZoomView {
  const scale = Math.max(
    1e-6,
    Math.min((box.width - 2 * MARGIN_PX) / sheet.width, (box.height - 2 * MARGIN_PX) / sheet.height),
  )
  return { scale, x: (box.width - sheet.width * scale) / 2, y: (box.height - sheet.height * scale) / 2 }
}

/** Clamps the view so that part of the sheet stays inside the box. */
function clampView(view: PanZoomView, sheet: PixelSize, box: PixelSize): PanZoomView {
  const minVisible = Math.min(box.width, box.height) * MIN_COVERED
  const within = (at: number, sheetLength: number, boxLength: number) =>
    Math.min(
      Math.max(at, Math.min(minVisible, sheetLength) - sheetLength),
      boxLength - Math.min(minVisible, sheetLength),
    )
  return {
    scale: view.scale,
    x: within(view.x, sheet.width * view.scale, box.width),
    y: within(view.y, sheet.height * view.scale, box.height),
  }
}

/** Zooms by a factor around a point of the screen, which stays in place. */
export function zoomAt(
  view: PanZoomView,
  factor: number,
  at: PixelPoint,
  sheet: PixelSize,
  box: PixelSize,
): PanZoomView {
  const whole = fitView(sheet, box).scale
  const scale = Math.min(Math.max(view.scale * factor, whole / 2), Math.max(whole * MAX_ZOOM, 4))
  const k = scale / view.scale
  return clampView({ scale, x: at.x - (at.x - view.x) * k, y: at.y - (at.y - view.y) * k }, sheet, box)
}

export function panBy(view: PanZoomView, by: PixelPoint, sheet: PixelSize, box: PixelSize): PanZoomView {
  return clampView({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, sheet, box)
}
