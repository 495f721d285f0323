const KEY = 'plumbline.billing-banner'

/** What somebody has read of the subscription today, kept in this browser as far as it keeps anything. */
export function dismissedBanner(): string | null {
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
    // shown again on the next visit
  }
}
