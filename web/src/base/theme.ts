/**
 * The colour theme: light, dark or the system's. The choice is the document's `data-theme` and is stored in a cookie;
 * the system's theme needs neither.
 */
export type Appearance = 'light' | 'dark' | 'system'

const COOKIE = 'plumbline_appearance'

/** Applies the stored theme before the first paint. */
export function restoreAppearance() {
  const kept = new RegExp(`${COOKIE}=(light|dark)`).exec(document.cookie)?.[1]
  if (kept) document.documentElement.dataset.theme = kept
}

export function readAppearance(): Appearance {
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

/** A store for useSyncExternalStore with the theme on screen. */
export const themeStore = {
  subscribe: (listener: () => void) => {
    system.addEventListener('change', listener)
    window.addEventListener('appearance', listener)
    return () => {
      system.removeEventListener('change', listener)
      window.removeEventListener('appearance', listener)
    }
  },
  read: (): 'light' | 'dark' => {
    const chosen = readAppearance()
    return chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen
  },
}
