import { listFileCaches, nameKeptCache } from './kept-file-caches.ts'
import { forgetKeptReads } from './kept-reads.ts'

/**
 * This device's cache of one person: answers, and the pictures, drawings and models that the service worker stores. The
 * worker stores files only while the caches with these names exist (service-worker.js).
 */

const forgetPinned = async (projectId?: string) =>
  (await import('./pinned/pinned-store.ts')).forgetPinned(projectId)

/** Deletes all data stored for the person, at sign-out or before another person signs in. */
export async function forgetKept(): Promise<void> {
  const names = await listFileCaches()
  await Promise.allSettled([forgetKeptReads(), forgetPinned(), ...names.map((name) => caches.delete(name))])
}

/** From now on the service worker stores files that this person opens. */
export async function startKeepingFiles(userId: string): Promise<void> {
  if ('caches' in window) await caches.open(nameKeptCache(userId))
}

/** Deletes stored data of a project that the person may no longer read. */
export async function forgetKeptProject(projectId: string): Promise<void> {
  await Promise.allSettled([forgetKeptReads(projectId), forgetPinned(projectId)])
  for (const name of await listFileCaches()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (request.url.includes(`/api/project/${projectId}/`)) await cache.delete(request)
  }
}
