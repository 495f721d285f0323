import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  fitView,
  type PanZoomView,
  type PixelSize,
  type PixelPoint as Point,
  panBy,
  zoomAt,
} from '../../bim/files/pan-zoom.ts'
import type { ImagePoint } from './shapes.ts'

const ZOOM_STEP = 1.4

/** Callbacks for drawing with one pointer; a second pointer pans and zooms instead. */
export interface StrokeHandlers {
  /**
   * returns whether the stroke draws or drags something; otherwise the drag pans. `scale`: screen pixels per image pixel
   */
  begin: (spot: ImagePoint, scale: number) => boolean
  go: (spot: ImagePoint) => void
  end: () => void
  cancel: () => void
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Pan and zoom state of an image in its frame. */
function useView(sheet: PixelSize | null) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [box, setBox] = useState<PixelSize | null>(null)
  const [view, setView] = useState<PanZoomView | null>(null)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBox({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  if (!view && sheet && box && box.width > 0) setView(fitView(sheet, box))

  const zoom = useCallback(
    (factor: number, at?: Point) => {
      if (!sheet || !box) return
      const centre = at ?? { x: box.width / 2, y: box.height / 2 }
      setView((now) => now && zoomAt(now, factor, centre, sheet, box))
    },
    [sheet, box],
  )
  useEffect(() => {
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const lines = event.deltaMode === 1 ? 16 : 1
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018))
      zoom(factor, { x: event.clientX - left, y: event.clientY - top })
    }
    // React registers wheel listeners as passive, which cannot prevent scrolling
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [element, zoom])
  function pan(from: Point, to: Point) {
    if (!sheet || !box) return
    setView((now) => now && panBy(now, { x: to.x - from.x, y: to.y - from.y }, sheet, box))
  }
  const fit = () => sheet && box && setView(fitView(sheet, box))
  return { view, setElement, zoom, pan, fit }
}

/** Pan and zoom of an image, and strokes on it in fractions of the image size. */
export function useMarkupCanvas(sheet: PixelSize | null, strokes: StrokeHandlers) {
  const { view, setElement, zoom, pan, fit } = useView(sheet)
  const pointers = useRef(new Map<number, Point>())
  const doing = useRef<'stroke' | 'move' | null>(null)
  const pointOf = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const spotOf = ({ x, y }: Point): ImagePoint | null =>
    view && sheet ? [(x - view.x) / view.scale / sheet.width, (y - view.y) / view.scale / sheet.height] : null
  function onPointerDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    pointers.current.set(event.pointerId, point)
    const spot = spotOf(point)
    if (pointers.current.size > 1) {
      if (doing.current === 'stroke') strokes.cancel()
      doing.current = 'move'
    } else {
      const taken = spot && view && event.button === 0 && strokes.begin(spot, view.scale)
      doing.current = taken ? 'stroke' : 'move'
    }
  }
  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    pointers.current.set(event.pointerId, now)
    const spot = spotOf(now)
    if (doing.current === 'stroke') {
      if (spot) strokes.go(spot)
      return
    }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    if (!other) return pan(before, now)
    pan(middle(before, other), middle(now, other))
    if (distance(before, other) > 0) zoom(distance(now, other) / distance(before, other), middle(now, other))
  }
  function lift(event: PointerEvent) {
    if (!pointers.current.delete(event.pointerId)) return
    if (doing.current === 'stroke') {
      if (event.type === 'pointercancel') strokes.cancel()
      else strokes.end()
    }
    if (pointers.current.size === 0) doing.current = null
  }
  return {
    view,
    frame: {
      ref: setElement,
      onPointerDown,
      onPointerMove,
      onPointerUp: lift,
      onPointerCancel: lift,
    },
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    fit,
  }
}
