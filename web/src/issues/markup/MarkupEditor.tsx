import type { KeyboardEvent } from 'react'
import { Input } from '../../ui/Input.tsx'
import { isTextInput } from '../../ui/rows.ts'
import { MarkupTools } from './MarkupTools.tsx'
import { ShapeLayer } from './ShapeLayer.tsx'
import { ShapeList } from './ShapeList.tsx'
import type { Size, Spot } from './shapes.ts'
import { useMarkupText } from './text.ts'
import { toolKeys } from './tool-keys.ts'
import { useCanvas } from './use-canvas.ts'
import type { Drawing } from './use-drawing.ts'

/** how far a finger may miss, CSS pixels */
const REACH_PX = 14
/** one step of an arrow key, in parts of the picture */
const NUDGE = 0.01

const arrows: Record<string, Spot> = {
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
  ArrowUp: [0, -NUDGE],
  ArrowDown: [0, NUDGE],
}
/** Keys anywhere in the editor but where one writes; answers whether one was meant. */
function runKey(event: KeyboardEvent, drawing: Drawing, onCanvas: boolean): boolean {
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

/** The picture with its drawing, the tools above it, and the shapes as a list beside it. */
export function MarkupEditor(props: { src: string; size: Size; drawing: Drawing }) {
  const { src, size, drawing } = props
  const text = useMarkupText()
  const canvas = useCanvas(size, {
    begin: (spot, scale) => drawing.begin(spot, { size, reach_px: REACH_PX / scale }),
    go: drawing.go,
    end: drawing.end,
    cancel: drawing.cancel,
  })
  const { view } = canvas
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the tools, wherever the focus is
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (isTextInput(event.target as HTMLElement)) return
        const onCanvas = event.target instanceof HTMLElement && event.target.dataset.canvas !== undefined
        if (!runKey(event, drawing, onCanvas)) return
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: shapes are placed and moved by keys
          tabIndex={0}
          className="relative min-w-0 flex-1 cursor-crosshair touch-none select-none overflow-hidden bg-sunken -outline-offset-2"
        >
          {view && (
            <div
              className="pointer-events-none absolute"
              // screen coordinates, whatever the direction of the text
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
            // the words of another shape are written anew
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
