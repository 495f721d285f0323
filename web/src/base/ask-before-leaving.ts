let reasons = 0

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Lets the browser ask before the page is closed, for work that would be lost; returns how that ends. */
export function askBeforeLeaving(): () => void {
  if (reasons++ === 0) addEventListener('beforeunload', ask)
  return () => {
    if (--reasons === 0) removeEventListener('beforeunload', ask)
  }
}
