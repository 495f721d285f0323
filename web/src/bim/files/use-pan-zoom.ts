import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { fitView, type PanZoomView, type PixelPoint, type PixelSize, panBy, zoomAt } from './pan-zoom.ts'

const ZOOM_STEP = 1.25
const ARROW_PX = 60
const arrows: Record<string, PixelPoint> = {
  ArrowLeft: { x: ARROW_PX, y: 0 },
  ArrowRight: { x: -ARROW_PX, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PX },
  ArrowDown: { x: 0, y: -ARROW_PX },
}

const middle = (a: PixelPoint, b: PixelPoint): PixelPoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: PixelPoint, b: PixelPoint) => Math.hypot(a.x - b.x, a.y - b.y)

/** The size of an element, observed. */
function useElementSize(element: HTMLElement | null): PixelSize | null {
  const [box, setBox] = useState<PixelSize | null>(null)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBox({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return box
}

/** Pan and zoom of a sheet by pointer, wheel, pinch and keyboard. A sheet of another size is fitted again. */
export function usePanZoom(sheet: PixelSize | null) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const box = useElementSize(element)
  const [view, setView] = useState<PanZoomView | null>(null)
  const pointers = useRef(new Map<number, PixelPoint>())
  const size = sheet && `${sheet.width} ${sheet.height}`
  const [fitted, setFitted] = useState<string | null>(null)
  if (sheet && box && box.width > 0 && fitted !== size) {
    setFitted(size)
    setView(fitView(sheet, box))
  }

  const move = useCallback(
    (how: (view: PanZoomView, sheet: PixelSize, box: PixelSize) => PanZoomView) => {
      if (sheet && box) setView((now) => now && how(now, sheet, box))
    },
    [sheet, box],
  )
  const zoom = useCallback(
    (factor: number, at?: PixelPoint) =>
      move((now, whole, frame) =>
        zoomAt(now, factor, at ?? { x: frame.width / 2, y: frame.height / 2 }, whole, frame),
      ),
    [move],
  )
  const fit = () => sheet && box && setView(fitView(sheet, box))

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

  const spotOf = (event: PointerEvent): PixelPoint => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const lift = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  const handlers = {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, spotOf(event))
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = spotOf(event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      const [from, to] = other ? [middle(before, other), middle(now, other)] : [before, now]
      move((old, whole, frame) => panBy(old, { x: to.x - from.x, y: to.y - from.y }, whole, frame))
      if (other && distance(before, other) > 0) zoom(distance(now, other) / distance(before, other), to)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onDoubleClick: fit,
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const by = arrows[event.key]
      if (by) move((old, whole, frame) => panBy(old, by, whole, frame))
      else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
      else if (event.key === '-') zoom(1 / ZOOM_STEP)
      else if (event.key === '0' || event.key === 'Home') fit()
      else return
      event.preventDefault()
    },
  }
  return {
    box,
    view,
    frame: { ref: setElement, ...handlers },
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    fit,
  }
}
