import { omitFields } from '../../base/nested-fields.ts'
import { randomId } from '../../base/random-id.ts'
import { PageLeftError } from '../device-store.ts'
import {
  listDependents,
  listSendable,
  type NewOperation,
  type Operation,
  type OperationConflict,
  type OperationProblem,
  type UnansweredRequest,
} from './operation.ts'

/**
 * The outbox: writes that are stored on the device first and then sent, in order for each issue and conversation, each
 * exactly once. It survives killed tabs and restarts; of several tabs, the one holding the lock sends.
 */

/** Durable storage shared by the tabs of the person. */
export interface OutboxStore {
  /** all operations of the person, in the order of their places */
  all: () => Promise<Operation[]>
  /** appends in one transaction and gives each its place; rejects when the device is full */
  append: (operations: readonly Omit<Operation, 'place'>[]) => Promise<void>
  /** changes an operation that is still there */
  patch: (id: string, values: Partial<Operation>) => Promise<void>
  remove: (ids: readonly string[]) => Promise<void>
}

/** The result of an attempt. LATER: it may succeed another time, for this group or (`everything`) for all. */
export type Delivery =
  | { outcome: 'SENT'; reply?: unknown }
  | { outcome: 'LATER'; everything: boolean }
  | { outcome: 'REFUSED'; problem: OperationProblem }
  | { outcome: 'CONFLICT'; conflict: OperationConflict }

export interface DeliveryTools {
  /** stores a request before it is sent, so that a lost answer can be asked for again */
  remember: (request: UnansweredRequest) => Promise<void>
  onProgress: (percent: number) => void
}

export interface OutboxOptions {
  user_id: string
  store: OutboxStore
  deliver: (operation: Operation, tools: DeliveryTools) => Promise<Delivery>
  /** runs the work while no other tab sends */
  lock: (work: () => Promise<void>) => Promise<void>
  /** tells other tabs that the stored operations changed */
  announce: () => void
  /** schedules a later `wake` */
  onDelay: (ms: number) => void
  /** deletes some data that can be fetched again; `attempt` counts from the first; false if there was none */
  makeRoom: (attempt: number) => Promise<boolean>
}

export interface OutboxState {
  operations: readonly Operation[]
  /** id of the operation that this tab is sending */
  sending: string | null
  /** percent, of its file */
  progress: number
}

const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 120_000
/** answers of sent operations that a caller may still ask for */
const MAX_REPLIES = 50

export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  readonly #replies = new Map<string, unknown>()
  #state: OutboxState = { operations: [], sending: null, progress: 0 }
  #running: Promise<void> | null = null
  #isAskedAgain = false
  #failures = 0

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  read = () => this.#state

  #set(values: Partial<OutboxState>) {
    this.#state = { ...this.#state, ...values }
    for (const listener of this.#listeners) listener()
  }

  /** Reads the stored operations, including those of other tabs. */
  async reload(): Promise<readonly Operation[]> {
    const operations = await this.#options.store.all()
    this.#set({ operations })
    return operations
  }

  async #changed() {
    await this.reload()
    this.#options.announce()
  }

  /**
   * Stores operations on the device, all or none, and starts sending. Resolves with their ids once they are stored; rejects
   * when the device has no room for them.
   */
  async add(added: readonly NewOperation[]): Promise<string[]> {
    const { user_id } = this.#options
    const operations = added.map((operation) => ({
      id: randomId(),
      unanswered: null,
      ...operation,
      user_id,
      created_at: new Date().toISOString(),
      state: 'WAITING' as const,
      problem: null,
      conflict: null,
    }))
    await this.#append(operations)
    // from here they are on the device: a failure would be taken for a lost write, and written again
    await this.reload().catch(() => undefined)
    this.#options.announce()
    void this.wake().catch(() => undefined)
    return operations.map(({ id }) => id)
  }

  /** Stores operations; on a full device, deletes data that can be fetched again until they fit or none is left. */
  async #append(operations: Parameters<OutboxStore['append']>[0]) {
    const { store, makeRoom } = this.#options
    for (let attempt = 1; ; attempt++)
      try {
        return await store.append(operations)
      } catch (error) {
        const isFull = error instanceof Error && error.name === 'QuotaExceededError'
        // the first attempt is repeated in any case: not every browser reports a full device
        if (error instanceof PageLeftError || (attempt > 1 && !isFull)) throw error
        if (!(await makeRoom(attempt)) && attempt > 1) throw error
      }
  }

  /** The answer to an operation that this tab has sent. */
  takeReply(id: string): unknown {
    const reply = this.#replies.get(id)
    this.#replies.delete(id)
    return reply
  }

  /** Sends all operations that can be sent; resolves when no more can be. */
  wake(): Promise<void> {
    if (this.#running) {
      this.#isAskedAgain = true
      return this.#running
    }
    this.#running = this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run() {
    do {
      this.#isAskedAgain = false
      try {
        await this.#options.lock(() => this.#sendAll())
      } catch (error) {
        // the database of the browser failed, for a moment or for good
        this.#delay()
        throw error
      }
    } while (this.#isAskedAgain)
  }

  #delay() {
    this.#failures++
    this.#options.onDelay(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1)))
  }

  async #sendAll() {
    const delayed = new Set<string>()
    for (;;) {
      const next = listSendable(await this.reload()).find(({ group }) => !delayed.has(group))
      if (!next) break
      const delivery = await this.#attempt(next)
      if (delivery.outcome !== 'LATER') continue
      delayed.add(next.group)
      if (delivery.everything) break
    }
    if (delayed.size > 0) this.#delay()
    else this.#failures = 0
  }

  async #attempt(operation: Operation): Promise<Delivery> {
    const { store, deliver } = this.#options
    const { id } = operation
    this.#set({ sending: id, progress: 0 })
    const delivery = await deliver(operation, {
      remember: (unanswered) => store.patch(id, { unanswered }),
      onProgress: (progress) => this.#set({ progress }),
      // an unknown failure must not lose it
    }).catch((): Delivery => ({ outcome: 'LATER', everything: false }))
    if (delivery.outcome === 'SENT') {
      this.#replies.set(id, delivery.reply)
      const [oldest] = this.#replies.keys()
      if (this.#replies.size > MAX_REPLIES && oldest) this.#replies.delete(oldest)
      await store.remove([id])
    }
    if (delivery.outcome === 'REFUSED')
      await store.patch(id, { state: 'FAILED', problem: delivery.problem, unanswered: null })
    if (delivery.outcome === 'CONFLICT')
      await store.patch(id, { state: 'CONFLICT', conflict: delivery.conflict, unanswered: null })
    this.#set({ sending: null })
    // other tabs would try at once, notify this one, and so on
    if (delivery.outcome !== 'LATER') await this.#changed()
    return delivery
  }

  /** Starts again after a delay or a changed connection. */
  retryNow = (): Promise<void> => {
    this.#failures = 0
    return this.wake()
  }

  /** Sends an operation again that failed, with other content if the person has corrected it. */
  async retry(id: string, body?: Record<string, unknown>): Promise<void> {
    const values = { state: 'WAITING' as const, problem: null, conflict: null, unanswered: null }
    await this.#options.store.patch(id, body ? { ...values, body } : values)
    await this.#changed()
    await this.wake()
  }

  /** Decides a conflict: the fields in `theirs` keep the server's values, all others get this person's. */
  async decide(id: string, theirs: readonly string[]): Promise<void> {
    const operation = this.#state.operations.find((each) => each.id === id)
    if (!operation?.conflict) return
    const kept = omitFields(operation.body ?? {}, theirs)
    const base = { ...operation.base, ...operation.conflict.theirs }
    // `version` belongs to a markup and is not a change
    if (Object.keys(kept).every((field) => field === 'version')) return this.discard(id)
    await this.#options.store.patch(id, { base })
    await this.retry(id, kept)
  }

  /** Discards an operation together with those that depend on it. */
  async discard(id: string): Promise<void> {
    const operations = await this.#options.store.all()
    const operation = operations.find((each) => each.id === id)
    if (!operation) return
    await this.#options.store.remove(listDependents(operation, operations).map((each) => each.id))
    await this.#changed()
    await this.wake()
  }

  async discardAll(): Promise<void> {
    await this.#options.store.remove((await this.#options.store.all()).map(({ id }) => id))
    await this.#changed()
  }
}
