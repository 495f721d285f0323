/** Caches of the files that one person has opened, in the order in which the service worker put them there. */

const KEPT_PREFIX = 'plumbline-kept-'
const PINNED_PREFIX = 'plumbline-pinned-'

export const nameKeptCache = (userId: string) => KEPT_PREFIX + userId

/** `caches` is missing on pages without TLS */
const listCaches = async () => ('caches' in window ? await caches.keys() : [])

/** Names of the caches of opened files, and of files made available offline. */
export const listFileCaches = async () =>
  (await listCaches()).filter((name) => name.startsWith(KEPT_PREFIX) || name.startsWith(PINNED_PREFIX))

/**
 * Frees space on a full device: deletes the half of the cached files that were opened longest ago; files that are available
 * offline stay. Unlike rows of IndexedDB, whose space Chromium frees much later, files free theirs at once. Returns whether
 * there were any.
 */
export async function removeSomeKeptFiles(): Promise<boolean> {
  let removed = 0
  for (const name of (await listCaches()).filter((each) => each.startsWith(KEPT_PREFIX))) {
    const cache = await caches.open(name)
    const requests = await cache.keys()
    for (const request of requests.slice(0, Math.ceil(requests.length / 2)))
      if (await cache.delete(request)) removed++
  }
  return removed > 0
}
