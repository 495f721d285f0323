/** Caches of the files that one person has opened, in the order in which the service worker put them there. */

const KEPT_PREFIX = 'plumbline-kept-'
const PINNED_PREFIX = 'plumbline-pinned-'

export const nameKeptCache = (userId: string) => KEPT_PREFIX + userId

/** `caches` is missing on pages without TLS */
const listCaches = async () => ('caches' in window ? await caches.keys() : [])

/** Names of the caches of opened files, and of those that were made available offline. */
export const listFileCaches = async () =>
  (await listCaches()).filter((name) => name.startsWith(KEPT_PREFIX) || name.startsWith(PINNED_PREFIX))

/**
 * Makes room on a full device: the half of the files that was opened longest ago goes, and what was made available offline
 * stays. Unlike rows of IndexedDB, whose space Chromium takes back only much later, files free theirs at once. Returns
 * whether there were any.
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
