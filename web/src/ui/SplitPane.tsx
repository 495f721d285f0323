import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

/** Clamps a width to whole pixels within its limits; NaN becomes `min`. */
function clampSize(size: number, min: number, max: number): number {
  if (!Number.isFinite(size)) return min
  return Math.round(Math.max(min, Math.min(Math.max(min, max), size)))
}

/**
 * Two panes with a draggable divider, also moved by arrow keys (Shift for larger steps, Home and End for the limits).
 * `size` is the width of the side pane in pixels, stored by the caller.
 *
 *     <SplitPane size={width} onSize={setWidth} side={<ModelTree />}><ModelView /></SplitPane>
 */
export function SplitPane(props: {
  side: ReactNode
  /** position of the side pane; 'start' by default */
  sideAt?: 'start' | 'end'
  size: number
  onSize: (size: number) => void
  min?: number
  max?: number
  className?: string
  children: ReactNode
}) {
  const { sideAt = 'start', min = 200, max = 560 } = props
  const text = useUiText()
  const id = useId()
  const drag = useRef<{ x: number; size: number } | null>(null)
  const size = clampSize(props.size, min, max)

  /** +1 when moving the divider right widens the side pane */
  function direction(element: Element) {
    const rtl = getComputedStyle(element).direction === 'rtl'
    return (sideAt === 'start') === rtl ? -1 : 1
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!drag.current) return
    const moved = (event.clientX - drag.current.x) * direction(event.currentTarget)
    props.onSize(clampSize(drag.current.size + moved, min, max))
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = (event.shiftKey ? 64 : 16) * direction(event.currentTarget)
    const next: Record<string, number> = {
      ArrowRight: size + step,
      ArrowLeft: size - step,
      Home: min,
      End: max,
    }
    const wanted = next[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    props.onSize(clampSize(wanted, min, max))
  }
  const pane = (
    <div id={id} style={{ width: size }} className="min-h-0 flex-none overflow-auto">
      {props.side}
    </div>
  )
  return (
    <div className={cx('flex min-h-0 min-w-0', props.className)}>
      {sideAt === 'start' && pane}
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be focused and moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={text.resize}
        aria-controls={id}
        aria-valuenow={size}
        aria-valuemin={min}
        aria-valuemax={max}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, size }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null
        }}
        onPointerCancel={() => {
          drag.current = null
        }}
        onKeyDown={onKeyDown}
        className="relative w-px flex-none cursor-col-resize touch-none bg-line outline-offset-2 after:absolute after:inset-y-0 after:-inset-x-1.5 hover:bg-line-strong focus-visible:bg-focus pointer-coarse:after:-inset-x-5"
      />
      <div className="min-h-0 min-w-0 flex-1 overflow-auto">{props.children}</div>
      {sideAt === 'end' && pane}
    </div>
  )
}
