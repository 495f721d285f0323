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
  /** texts that are being sent, by key */
  const sending = new Map<string, string>()
  const readText = (key: string) => guarded((storage) => readStoredDraft(storage, key)?.text ?? '', '')
  const writeText = (key: string, text: string) =>
    guarded((storage) => {
      if (text.trim() === '') return storage.removeItem(key)
      storage.setItem(key, JSON.stringify({ text, at: now() } satisfies StoredDraft))
      removeOldDrafts(storage)
    }, undefined)
  return {
    /** empty also while the text is being sent */
    read(userId: string, name: string): string {
      const key = keyOf(userId, name)
      const text = readText(key)
      return sending.get(key) === text ? '' : text
    },
    write: (userId: string, name: string, text: string): void => writeText(keyOf(userId, name), text),
    /** Deletes all drafts of a person whose account is gone. */
    forget: (userId: string): void =>
      guarded((storage) => {
        for (const key of draftKeys(storage).filter((key) => key.startsWith(keyOf(userId, ''))))
          storage.removeItem(key)
      }, undefined),
    /**
     * Deletes a draft when it has been sent, unless it was changed since: until then the tab may be closed. It stays when
     * `sent` rejects, with the same error, or resolves to false.
     */
    async send(userId: string, name: string, sent: Promise<unknown>): Promise<void> {
      const key = keyOf(userId, name)
      const text = readText(key)
      sending.set(key, text)
      try {
        if ((await sent) !== false && readText(key) === text) writeText(key, '')
      } finally {
        if (sending.get(key) === text) sending.delete(key)
      }
    },
  }
}

export const drafts = createDraftStore(() => localStorage)
