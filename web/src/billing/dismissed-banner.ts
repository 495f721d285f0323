const KEY = 'plumbline.billing-banner'

/** The key of the banner that was dismissed in this browser; null when there is none or storage is blocked. */
export function readDismissedBanner(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function dismissBanner(what: string) {
  try {
    localStorage.setItem(KEY, what)
  } catch {
    // storage is blocked: the banner returns on the next visit
  }
}
