import type { RunKind } from '@plumbline/contract/admin/background-run'
import { pauseWhileAway } from '../blobs/pause-while-away.ts'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { retryTransient } from '../db/transient-errors.ts'
import {
  beatItem,
  claimItem,
  endItem,
  type ItemEnd,
  type ItemFailure,
  type RunItem,
  releaseItem,
  retryOrFailItem,
} from './background-runs.ts'

const HEARTBEAT_MS = 5000
/** After making room so often, an item is worked on to its end. */
const MAX_YIELDS = 2

export interface ItemWork {
  kind: RunKind
  /** the end of the item; null if it was ended in the transaction of its result */
  run: (item: RunItem, signal: AbortSignal) => Promise<ItemEnd | null>
  describeFailure: (error: unknown) => { failure: ItemFailure; isRetried: boolean }
  /** whether something more urgent waits for this process */
  isUrgentWaiting?: () => Promise<boolean>
}

export interface ItemRunner {
  /** processes the next item; false if there is none. When `signal` aborts, the item waits again */
  processNext: (signal: AbortSignal) => Promise<boolean>
}

/** message on the bus that ends the item in work at once; its heartbeat would end it within seconds */
export const buildStopTopic = (kind: RunKind) => `stop-${kind.toLowerCase()}`

/** Beats for an item; aborts once its run is cancelled, or to make room. */
function startHeartbeat(server: Server, work: ItemWork, item: RunItem, abort: AbortController) {
  let hasYielded = false
  const beat = async () => {
    if (!(await beatItem(server.db, item, server.now().toISOString()))) return abort.abort()
    if (item.yields >= MAX_YIELDS || !(await work.isUrgentWaiting?.())) return
    hasYielded = true
    abort.abort()
  }
  const timer = setInterval(
    () => void beat().catch((error) => server.log.warn({ err: error }, 'heartbeat')),
    HEARTBEAT_MS,
  )
  return { hasYielded: () => hasYielded, end: () => clearInterval(timer) }
}

/** Works on the items of runs of a kind in this process. */
export function createItemRunner(server: Server, work: ItemWork): ItemRunner {
  const { db, log } = server
  const getMoment = () => server.now().toISOString()
  let running: AbortController | null = null
  server.bus.subscribe(buildStopTopic(work.kind), () => running?.abort())

  const release = (item: RunItem, counts: Partial<Pick<RunItem, 'yields'>> = {}) =>
    retryTransient(() => releaseItem(db, item, counts))
  const end = async (item: RunItem, how: ItemEnd) => {
    await retryTransient(() => inTransaction(db, (tx) => endItem(tx, item, how, getMoment())))
  }

  const handleFailure = async (item: RunItem, error: unknown, signal: AbortSignal) => {
    const { failure, isRetried } = work.describeFailure(error)
    const { part, subject_id } = item
    log.error({ err: error, part, subject_id }, `item of a run: ${work.kind}`)
    if (isRetried && (await pauseWhileAway(server.blobs, signal))) return release(item)
    if (!isRetried) return end(item, { state: 'FAILED', error: failure })
    await retryTransient(() => retryOrFailItem(db, item, failure, getMoment()))
  }

  const processNext = async (signal: AbortSignal) => {
    const item = await claimItem(db, work.kind, getMoment())
    if (!item) return false
    const abort = new AbortController()
    // it may have aborted while the item was claimed
    if (signal.aborted) abort.abort()
    else signal.addEventListener('abort', () => abort.abort(), { once: true })
    running = abort
    const heartbeat = startHeartbeat(server, work, item, abort)
    try {
      const how = await work.run(item, abort.signal)
      if (how) await end(item, how)
    } catch (error) {
      if (heartbeat.hasYielded()) await release(item, { yields: item.yields + 1 })
      else if (abort.signal.aborted) await release(item)
      else await handleFailure(item, error, abort.signal)
    } finally {
      heartbeat.end()
      running = null
    }
    return true
  }
  return { processNext }
}
