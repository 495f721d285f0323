import { awaitRequest, PageLeftError } from './device-store.ts'
import { removeSomeKeptFiles } from './kept-file-caches.ts'
import { askPinned, nameKeptVersions } from './pinned/ask-pinned.ts'
import { findStoredRead, inReads, type KeptInfo, type KeptRead } from './reads-store.ts'

/**
 * Cached answers of the server, so that recently opened data is there without a network. They belong to one person and are
 * deleted when that person signs out or another one signs in.
 */

/** limits for opened data, in answers and in characters of JSON; least recently used answers are deleted first */
const MAX_READS = 4000
const MAX_CHARACTERS = 80_000_000

/** Times of the shown answers by query key, only for answers that came from this device. */
const answeredAt = new Map<string, number>()
/** answers given to the query cache, which has not stored them yet */
const handedOver = new Set<string>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** The shown reads that were answered from this device. */
export const answeredHere = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  at: (key: readonly unknown[]): number | undefined => answeredAt.get(JSON.stringify(key)),
  isAny: () => answeredAt.size > 0,
  /** Called when the query cache has an answer: true if it is from this device. */
  receive(key: readonly unknown[]): boolean {
    const name = JSON.stringify(key)
    if (handedOver.delete(name)) return true
    if (answeredAt.delete(name)) changed()
    return false
  },
  /** Forgets and returns the query keys, which are then read from the server again. */
  take(): unknown[][] {
    const keys = [...answeredAt.keys()].map((key) => JSON.parse(key) as unknown[])
    answeredAt.clear()
    changed()
    return keys
  },
}

/** An answer stored on this device. */
export interface KeptAnswer {
  /** Returns the data for the query cache, whose answer is then known to be from this device. */
  take: () => unknown
}

/** The cached answer of a read: the newer one of the last visit's and the offline copy's; undefined without one. */
export async function findKeptRead(key: readonly unknown[]): Promise<KeptAnswer | undefined> {
  const name = JSON.stringify(key)
  const [kept, pinned] = await Promise.all([findStoredRead(name), askPinned(key)])
  const at = Math.max(kept?.at ?? 0, pinned?.at ?? 0)
  if (at === 0) return undefined
  const take = () => {
    answeredAt.set(name, at)
    handedOver.add(name)
    changed()
    if (!kept || pinned?.at === at) return pinned?.data
    void inReads('readwrite', async (_reads, infos) => {
      const info = await awaitRequest<KeptInfo | undefined>(infos.get(name))
      if (info) infos.put({ ...info, used: Date.now() } satisfies KeptInfo)
    }).catch(() => undefined)
    const data: unknown = JSON.parse(kept.text)
    return pinned?.versions ? nameKeptVersions(data, pinned.versions) : data
  }
  return { take }
}

/** Removes the longest unused answers beyond the bounds, and at least `share` of all. */
async function removeOldReads(reads: IDBObjectStore, infos: IDBObjectStore, share = 0) {
  const all = (await awaitRequest<KeptInfo[]>(infos.getAll())).sort((a, b) => b.used - a.used)
  let size = 0
  const most = Math.min(MAX_READS, Math.floor(all.length * (1 - share)))
  all.forEach((info, index) => {
    size += info.size
    if (index < most && size <= MAX_CHARACTERS) return
    reads.delete(info.key)
    infos.delete(info.key)
  })
}

function putReads(rows: readonly KeptRead[]): Promise<void> {
  return inReads('readwrite', async (reads, infos) => {
    for (const row of rows) {
      reads.put(row)
      const { key, project_id, text } = row
      infos.put({ key, project_id, used: Date.now(), size: text.length } satisfies KeptInfo)
    }
    await removeOldReads(reads, infos)
  })
}

/**
 * Makes room on a full device: half of the files goes at each attempt, and half of the answers, which free little, at the
 * first; the longest unused go first. Returns whether there were files.
 */
export async function makeRoom(attempt = 1): Promise<boolean> {
  if (attempt === 1)
    await inReads('readwrite', (reads, infos) => removeOldReads(reads, infos, 0.5)).catch(() => undefined)
  return removeSomeKeptFiles().catch(() => false)
}

/** Keeps answers on this device. When it is full, old answers and files make room; without any room nothing is kept. */
export async function keepReads(rows: readonly KeptRead[]): Promise<void> {
  try {
    await putReads(rows)
  } catch (error) {
    if (error instanceof PageLeftError) throw error
    await makeRoom()
    await putReads(rows)
  }
}

/** Deletes cached answers: of one project, or all. */
export async function forgetKeptReads(projectId?: string): Promise<void> {
  await inReads(
    'readwrite',
    async (reads, infos) => {
      if (projectId === undefined) {
        reads.clear()
        infos.clear()
        return
      }
      for (const { key, project_id } of await awaitRequest<KeptInfo[]>(infos.getAll()))
        if (project_id === projectId) {
          reads.delete(key)
          infos.delete(key)
        }
    },
    'commit',
  )
}
