import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import type { PanZoomView, PixelSize } from './pan-zoom.ts'

/** debounce: idle time after panning or zooming before the page is rendered again at full resolution */
const DEBOUNCE_MS = 120
const MAX_PIXELS = 16_000_000

/** A page of a PDF; the previous page until it is loaded, unless it cannot be. */
export function usePdfPage(
  file: PDFDocumentProxy | null,
  number: number,
): { page: PDFPageProxy | null; isRead: boolean; isBroken: boolean } {
  const [found, setFound] = useState<{ file: PDFDocumentProxy; page: PDFPageProxy } | null>(null)
  const [broken, setBroken] = useState<number | null>(null)
  useEffect(() => {
    let cancelled = false
    setBroken(null)
    file?.getPage(number).then(
      (page) => !cancelled && setFound({ file, page }),
      () => !cancelled && setBroken(number),
    )
    return () => {
      cancelled = true
    }
  }, [file, number])
  const page = found && found.file === file ? found.page : null
  const isRead = page?.pageNumber === number
  return { page, isRead, isBroken: broken === number }
}

interface RenderedView {
  view: PanZoomView
  box: PixelSize
}

/** Renders the visible part of the page at screen resolution: sharp at any zoom, with bounded memory. */
async function renderPage(
  page: PDFPageProxy,
  { view, box }: RenderedView,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / Math.max(1, box.width * box.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(box.width * ratio)
  canvas.height = Math.round(box.height * ratio)
  const viewport = page.getViewport({
    scale: view.scale * ratio,
    offsetX: view.x * ratio,
    offsetY: view.y * ratio,
  })
  // transparent background: the white paper is an element below the canvas
  const canvasContext = canvas.getContext('2d')
  if (!canvasContext) throw new Error('no canvas')
  const task = page.render({ canvas: null, canvasContext, viewport, background: 'transparent' })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  await task.promise
  return canvas
}

/** white also in dark mode: drawings are black */
export const PAPER_STYLE = { backgroundColor: 'white' }

/** One page of a PDF; the last rendering is transformed with CSS while the view moves. */
export function PdfSheet(props: {
  page: PDFPageProxy
  view: PanZoomView
  box: PixelSize
  label: string
  onDrawn: () => void
  /** the page cannot be drawn */
  onBroken: () => void
}) {
  const { page, view, box, onDrawn, onBroken } = props
  const holder = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<(RenderedView & { page: PDFPageProxy }) | null>(null)
  const onDrawnRef = useRef(onDrawn)
  onDrawnRef.current = onDrawn
  const onBrokenRef = useRef(onBroken)
  onBrokenRef.current = onBroken
  const isCurrentPage = drawn?.page === page
  useEffect(() => {
    const abort = new AbortController()
    const picture = { view, box }
    const timer = setTimeout(
      () =>
        void renderPage(page, picture, abort.signal).then(
          (canvas) => {
            if (abort.signal.aborted) return
            canvas.className = 'size-full'
            holder.current?.replaceChildren(canvas)
            setDrawn({ ...picture, page })
            onDrawnRef.current()
          },
          // or cancelled by a newer view
          () => !abort.signal.aborted && onBrokenRef.current(),
        ),
      isCurrentPage ? DEBOUNCE_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [page, view, box, isCurrentPage])
  const sheet = page.getViewport({ scale: view.scale })
  const k = drawn ? view.scale / drawn.view.scale : 1
  const moved = drawn
    ? `translate(${view.x - drawn.view.x * k}px, ${view.y - drawn.view.y * k}px) scale(${k})`
    : undefined
  return (
    <div role="img" aria-label={props.label} className="pointer-events-none absolute inset-0 overflow-hidden">
      <div
        className="absolute shadow-float"
        style={{ ...PAPER_STYLE, left: view.x, top: view.y, width: sheet.width, height: sheet.height }}
      />
      <div
        ref={holder}
        className="absolute"
        style={{
          // physical screen coordinates, also in right-to-left languages
          left: 0,
          top: 0,
          transformOrigin: '0 0',
          width: drawn?.box.width,
          height: drawn?.box.height,
          transform: moved,
        }}
      />
    </div>
  )
}
