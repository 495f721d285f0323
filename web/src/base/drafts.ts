/**
 * Unsent texts, stored per user in this browser. Only the newest MAX_DRAFTS drafts are kept; with full or blocked storage
 * nothing is stored.
 */
const PREFIX = 'plumbline.draft.'
const MAX_DRAFTS = 50

interface StoredDraft {
  text: string
  at: number
}

function readStoredDraft(storage: Storage, key: string): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    const { text, at } = (kept ?? {}) as Partial<StoredDraft>
    return typeof text === 'string' && typeof at === 'number' ? { text, at } : null
  } catch {
    return null
  }
}

const draftKeys = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
    (key): key is string => key?.startsWith(PREFIX) ?? false,
  )

/** Removes the oldest drafts beyond MAX_DRAFTS; unreadable ones count as oldest. */
function removeOldDrafts(storage: Storage) {
  const aged = draftKeys(storage).map((key) => ({ key, at: readStoredDraft(storage, key)?.at ?? 0 }))
  aged.sort((a, b) => a.at - b.at)
  for (const { key } of aged.slice(0, Math.max(0, aged.length - MAX_DRAFTS))) storage.removeItem(key)
}

export function createDraftStore(storageOf: () => Storage, now: () => number = Date.now) {
  function guarded<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(storageOf())
    } catch {
      return otherwise
    }
  }
  const keyOf = (userId: string, name: string) => `${PREFIX}${userId}.${name}`
  return {
    read: (userId: string, name: string): string =>
      guarded((storage) => readStoredDraft(storage, keyOf(userId, name))?.text ?? '', ''),
    write: (userId: string, name: string, text: string): void =>
      guarded((storage) => {
        const key = keyOf(userId, name)
        if (text.trim() === '') return storage.removeItem(key)
        storage.setItem(key, JSON.stringify({ text, at: now() } satisfies StoredDraft))
        removeOldDrafts(storage)
      }, undefined),
  }
}

export const drafts = createDraftStore(() => localStorage)
