import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { Kbd } from './Kbd.tsx'

const delay_ms = 400
/** After a tooltip closed less than this ago, the next one opens at once, in ms. */
const warm_ms = 300
let lastHiddenAt = Number.NEGATIVE_INFINITY

/** Places the tooltip above its trigger, or below when there is no room, inside the window. Viewport pixels. */
export function placeTooltip(tip: HTMLElement, trigger: Element) {
  const target = trigger.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const above = target.top - height - 6
  const centred = target.left + (target.width - width) / 2
  tip.style.top = `${above >= 4 ? above : target.bottom + 6}px`
  tip.style.left = `${Math.max(4, Math.min(centred, document.documentElement.clientWidth - width - 4))}px`
}

export const tooltipClass =
  'pointer-coarse:text-14 inset-auto m-0 max-w-72 whitespace-normal rounded-control bg-text px-2 py-1 text-start ' +
  'font-normal text-12 text-surface opacity-100 shadow-float transition-opacity starting:open:opacity-0'

interface TooltipContent {
  text: ReactNode
  /** shortcut as typed: 'Shift H' */
  keys?: string
  /** opens on tap too, for reasons that touch cannot hover */
  onTap?: boolean
}

/**
 * A tooltip based on the native popover: the top layer avoids clipping, and no positioning library is needed, which keeps
 * the sign-in page small. Spread `trigger` on the element and render `tip` beside it. It opens after 400 ms of hover or
 * at once on keyboard focus, closes on Escape, and can be hovered itself.
 */
export function useTooltip(content: TooltipContent | undefined) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef(0)
  const hideOnEscape = useRef((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    hide()
  })

  function show(trigger: Element) {
    const element = tip.current
    if (!element?.showPopover || element.matches(':popover-open') || !trigger.isConnected) return
    element.showPopover()
    placeTooltip(element, trigger)
    document.addEventListener('keydown', hideOnEscape.current, true)
  }
  function hide() {
    clearTimeout(timer.current)
    document.removeEventListener('keydown', hideOnEscape.current, true)
    if (!tip.current?.matches(':popover-open')) return
    tip.current.hidePopover()
    lastHiddenAt = performance.now()
  }
  function hideSoon() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(hide, 100)
  }
  useEffect(() => {
    const listener = hideOnEscape.current
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('keydown', listener, true)
    }
  }, [])

  if (!content) return { id: undefined, trigger: {}, tip: null }
  const trigger = {
    onPointerEnter(event: PointerEvent<Element>) {
      if (event.pointerType === 'touch') return
      const target = event.currentTarget
      clearTimeout(timer.current)
      timer.current = window.setTimeout(
        () => show(target),
        performance.now() - lastHiddenAt < warm_ms ? 0 : delay_ms,
      )
    },
    onPointerLeave: hideSoon,
    onPointerDown(event: PointerEvent<Element>) {
      if (content.onTap) show(event.currentTarget)
      else hide()
    },
    onFocus(event: FocusEvent<Element>) {
      if (event.target.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur: hide,
  }
  return {
    id,
    trigger,
    tip: (
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={hideSoon}
        className={tooltipClass}
      >
        {content.text}
        {content.keys && <Kbd keys={content.keys} onDark />}
      </span>
    ),
  }
}

/**
 * Adds a tooltip to one element, which must pass on unknown props and events.
 *
 *     <Tooltip text="12 elements are hidden" keys="Shift H"><span tabIndex={0}>12 hidden</span></Tooltip>
 */
export function Tooltip(props: { text: ReactNode; keys?: string; children: ReactElement<object> }) {
  const { id, trigger, tip } = useTooltip({ text: props.text, keys: props.keys })
  return (
    <>
      {cloneElement(props.children, { ...trigger, 'aria-describedby': id } as object)}
      {tip}
    </>
  )
}
