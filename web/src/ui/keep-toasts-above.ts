const heights = new Map<Element, number>()

function apply() {
  const height = Math.max(0, ...heights.values())
  document.documentElement.style.setProperty('--bottom-bar', `${height}px`)
}

/** Ref of a bar with buttons at the bottom of the page: on wide screens toasts, bottom right, are above it. */
export function keepToastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const observer = new ResizeObserver(() => {
    heights.set(element, element.offsetHeight)
    apply()
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    heights.delete(element)
    apply()
  }
}
