/**
 * Light, dark or as the system has it. The choice is the document's `data-theme`, kept in a cookie of this browser; the
 * system needs none.
 */
export type Appearance = 'light' | 'dark' | 'system'

const COOKIE = 'plumbline_appearance'

/** Takes the choice over from the last visit, before anything is painted. */
export function restoreAppearance() {
  const kept = new RegExp(`${COOKIE}=(light|dark)`).exec(document.cookie)?.[1]
  if (kept) document.documentElement.dataset.theme = kept
}

export function appearance(): Appearance {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setAppearance(choice: Appearance) {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  // biome-ignore lint/suspicious/noDocumentCookie: must be there before the first paint, so it is read synchronously
  document.cookie = `${COOKIE}=${choice}; path=/; max-age=31536000; samesite=lax`
  window.dispatchEvent(new Event('appearance'))
}

const system = matchMedia('(prefers-color-scheme: dark)')

/** For useSyncExternalStore: what is on screen now. */
export const shownTheme = {
  subscribe: (listener: () => void) => {
    system.addEventListener('change', listener)
    window.addEventListener('appearance', listener)
    return () => {
      system.removeEventListener('change', listener)
      window.removeEventListener('appearance', listener)
    }
  },
  read: (): 'light' | 'dark' => {
    const chosen = appearance()
    return chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen
  },
}
