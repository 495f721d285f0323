import type { Header } from '@plumbline/contract/bim/bim'
import { storage } from '../../base/storage.ts'
import type { KeptVersions, PinnedAnswer } from './answer-pinned.ts'
import type { PinnedQuestion, PinnedReply } from './answer-worker.ts'

/** Asks the worker that reads pinned projects. It starts with the first question. */

type Resolve = (answer: PinnedAnswer | undefined) => void

let worker: Worker | null = null
let lastId = 0
const asked = new Map<number, Resolve>()

function stop() {
  worker?.terminate()
  worker = null
  for (const resolve of asked.values()) resolve(undefined)
  asked.clear()
}

function start(): Worker {
  const started = new Worker(new URL('./answer-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data: { id, answer } }: MessageEvent<PinnedReply>) => {
    asked.get(id)?.(answer)
    asked.delete(id)
  }
  // its script could not be loaded; the next question tries again
  started.onerror = () => {
    if (started === worker) stop()
  }
  return started
}

// Safari keeps a page for the back button and stops its worker in the middle of a transaction, for which every later page
// would wait
if (typeof addEventListener === 'function') addEventListener('pagehide', stop)

const PINNED_PATHS = /^\/api\/((v2\/)?project\/:id|marker\/)/

/** The answer of a pinned project to a read, and its age; undefined if nothing pinned has one. */
export async function askPinned(key: readonly unknown[]): Promise<PinnedAnswer | undefined> {
  if (!PINNED_PATHS.test(String(key[0]))) return undefined
  worker ??= start()
  const { promise, resolve } = Promise.withResolvers<PinnedAnswer | undefined>()
  const id = ++lastId
  asked.set(id, resolve)
  worker.postMessage({ id, key, me: storage.owner() ?? '' } satisfies PinnedQuestion)
  return promise
}

/**
 * Adjusts a newer list of files to the offline copy: files name the version whose parts are on this device, since parts of a
 * newer version may not be.
 */
export function nameKeptVersions(answer: unknown, versions: KeptVersions): unknown {
  const adapt = (header: Header): Header => ({
    ...header,
    current: versions.get(header.id) ?? header.current,
  })
  return (answer as (Header | { headers: Header[] })[]).map((each) =>
    'headers' in each ? { ...each, headers: each.headers.map(adapt) } : adapt(each),
  )
}
