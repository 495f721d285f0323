/** Pan and zoom of a sheet: its point p is on screen at `p * scale + (x, y)`, in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}
export interface Size {
  width: number
  height: number
}
export interface Spot {
  x: number
  y: number
}

/** maximum zoom relative to the fitted sheet */
const MOST = 64
/** part of the frame's shorter side that the sheet always covers */
const KEPT = 0.25
const MARGIN = 16

/** The view that shows the whole sheet centred in the box. */
export function fitView(sheet: Size, box: Size): View {
  const scale = Math.max(
    1e-6,
    Math.min((box.width - 2 * MARGIN) / sheet.width, (box.height - 2 * MARGIN) / sheet.height),
  )
  return { scale, x: (box.width - sheet.width * scale) / 2, y: (box.height - sheet.height * scale) / 2 }
}

/** Clamps the view so that part of the sheet stays inside the box. */
export function keepInside(view: View, sheet: Size, box: Size): View {
  const kept = Math.min(box.width, box.height) * KEPT
  const within = (at: number, sheetLength: number, boxLength: number) =>
    Math.min(Math.max(at, Math.min(kept, sheetLength) - sheetLength), boxLength - Math.min(kept, sheetLength))
  return {
    scale: view.scale,
    x: within(view.x, sheet.width * view.scale, box.width),
    y: within(view.y, sheet.height * view.scale, box.height),
  }
}

/** Zooms by a factor around a point of the screen, which stays in place. */
export function zoomAt(view: View, factor: number, at: Spot, sheet: Size, box: Size): View {
  const whole = fitView(sheet, box).scale
  const scale = Math.min(Math.max(view.scale * factor, whole / 2), Math.max(whole * MOST, 4))
  const k = scale / view.scale
  return keepInside({ scale, x: at.x - (at.x - view.x) * k, y: at.y - (at.y - view.y) * k }, sheet, box)
}

export function panBy(view: View, by: Spot, sheet: Size, box: Size): View {
  return keepInside({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, sheet, box)
}
