import { expect, test, vi } from 'vitest'
import { CommentQueue, type PendingComment } from './comment-queue.ts'

function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  } as Storage
}

/** A queue talking to a fake server, which may be unreachable or reject comments. */
function createQueue(storage: Storage, server: { down?: boolean; refuses?: string; has: string[] }) {
  return new CommentQueue({
    storage: () => storage,
    send: async ({ id }: PendingComment) => {
      await Promise.resolve()
      if (server.down) throw new Error('no network')
      if (server.refuses) throw new Error(server.refuses)
      if (!server.has.includes(id)) server.has.push(id)
    },
    sent: async () => undefined,
    refusalOf: (error) =>
      error instanceof Error && error.message !== 'no network' ? error.message : { offline: true },
  })
}

const comment = { user_id: 'ines', project_id: 'p', issue_id: 'i', text: 'Repaired', attachment_ids: [] }
const states = (queue: CommentQueue) => queue.read().map(({ state, problem }) => [state, problem])

test('An unsent comment survives a reload and is sent exactly once when the network is back', async () => {
  const storage = memoryStorage()
  const server = { down: true, has: [] as string[] }
  const first = createQueue(storage, server)
  first.add(comment)
  await vi.waitFor(() => expect(states(first)).toEqual([['FAILED', '']]))
  const id = first.read()[0]?.id

  const second = createQueue(storage, server)
  second.restore('somebody else')
  expect(second.read()).toEqual([])
  second.restore('ines')
  await vi.waitFor(() => expect(states(second)).toEqual([['FAILED', '']]))
  server.down = false
  second.retryOffline()
  await vi.waitFor(() => expect(second.read()).toEqual([]))
  expect(server.has).toEqual([id])
  const third = createQueue(storage, server)
  third.restore('ines')
  expect(third.read()).toEqual([])
})

test('A rejected comment is not retried and stays until its author discards it', async () => {
  const storage = memoryStorage()
  const server = { refuses: 'This project is archived', has: [] as string[] }
  const first = createQueue(storage, server)
  first.add(comment)
  await vi.waitFor(() => expect(states(first)).toEqual([['FAILED', 'This project is archived']]))
  first.retryOffline()
  expect(states(first)).toEqual([['FAILED', 'This project is archived']])
  first.discard(first.read()[0]?.id ?? '')
  expect(first.read()).toEqual([])
  const second = createQueue(storage, server)
  second.restore('ines')
  expect(second.read()).toEqual([])
})
