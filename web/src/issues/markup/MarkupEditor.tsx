import type { KeyboardEvent } from 'react'
import { Input } from '../../ui/Input.tsx'
import { isTextInput } from '../../ui/rows.ts'
import { MarkupTools } from './MarkupTools.tsx'
import { ShapeLayer } from './ShapeLayer.tsx'
import { ShapeList } from './ShapeList.tsx'
import type { ImagePoint, ImageSize } from './shapes.ts'
import { useMarkupText } from './text.ts'
import { toolKeys } from './tool-keys.ts'
import type { MarkupControls } from './use-markup.ts'
import { useMarkupCanvas } from './use-markup-canvas.ts'

/** hit tolerance in CSS pixels */
const REACH_PX = 14
/** step of an arrow key, as a fraction of the image size */
const NUDGE_STEP = 0.01

const arrows: Record<string, ImagePoint> = {
  ArrowLeft: [-NUDGE_STEP, 0],
  ArrowRight: [NUDGE_STEP, 0],
  ArrowUp: [0, -NUDGE_STEP],
  ArrowDown: [0, NUDGE_STEP],
}
/** Handles keyboard shortcuts of the editor; returns whether the key was one. */
function handleKey(event: KeyboardEvent, drawing: MarkupControls, onCanvas: boolean): boolean {
  const key = event.key.toLowerCase()
  const command = event.ctrlKey || event.metaKey
  if (command && key === 'z') {
    if (event.shiftKey) drawing.redo()
    else drawing.undo()
    return true
  }
  if (command && key === 'y') {
    drawing.redo()
    return true
  }
  if (command || event.altKey) return false
  const by = arrows[event.key]
  const tool = toolKeys[key]
  if (by && drawing.shape && onCanvas) drawing.nudge(by, event.shiftKey)
  else if ((key === 'delete' || key === 'backspace') && drawing.shape) drawing.remove(drawing.selected)
  else if (key === 'enter' && onCanvas) drawing.place()
  else if (key === 'escape' && drawing.shape) drawing.select(-1)
  else if (tool) drawing.choose(tool)
  else return false
  return true
}

/** The image with its markup, the toolbar, and the list of shapes. */
export function MarkupEditor(props: { src: string; size: ImageSize; drawing: MarkupControls }) {
  const { src, size, drawing } = props
  const text = useMarkupText()
  const canvas = useMarkupCanvas(size, {
    begin: (spot, scale) => drawing.begin(spot, { size, reach_px: REACH_PX / scale }),
    go: drawing.go,
    end: drawing.end,
    cancel: drawing.cancel,
  })
  const { view } = canvas
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives shortcuts from all controls inside
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (isTextInput(event.target as HTMLElement)) return
        const onCanvas = event.target instanceof HTMLElement && event.target.dataset.canvas !== undefined
        if (!handleKey(event, drawing, onCanvas)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <MarkupTools drawing={drawing} canvas={canvas} />
      <div className="flex min-h-0 flex-1">
        <div
          {...canvas.frame}
          data-canvas
          role="application"
          aria-label={text.canvas}
          aria-description={text.canvasHint}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: shapes are placed and moved by keyboard
          tabIndex={0}
          className="relative min-w-0 flex-1 cursor-crosshair touch-none select-none overflow-hidden bg-sunken -outline-offset-2"
        >
          {view && (
            <div
              className="pointer-events-none absolute"
              // physical screen coordinates, also in right-to-left languages
              style={{
                left: view.x,
                top: view.y,
                width: size.width * view.scale,
                height: size.height * view.scale,
              }}
            >
              <img src={src} alt="" draggable={false} className="size-full max-w-none" />
              <ShapeLayer
                src={src}
                size={size}
                shapes={drawing.shapes}
                selected={drawing.selected}
                unit={1 / view.scale}
              />
            </div>
          )}
        </div>
        <ShapeList drawing={drawing} />
      </div>
      {drawing.shape?.kind === 'TEXT' && !drawing.held && (
        <div className="flex flex-none items-center gap-2 border-line border-t bg-surface px-4 py-2">
          <Input
            // remounted for each shape
            key={drawing.selected}
            autoFocus
            aria-label={text.words}
            maxLength={200}
            value={drawing.shape.text}
            onChange={drawing.write}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.stopPropagation()
              event.preventDefault()
              drawing.select(-1)
            }}
            className="w-full"
          />
        </div>
      )}
    </div>
  )
}
