import type { Operation } from '../../api/outbox/operation.ts'
import { Outbox, type OutboxStore } from '../../api/outbox/outbox.ts'
import { deliverOperation } from '../deliver.ts'

/** A store that outlives its tabs, as a disk does. */
function createDisk(): OutboxStore & { rows: Map<string, Operation> } {
  const rows = new Map<string, Operation>()
  let place = 0
  return {
    rows,
    all: async () => [...rows.values()].sort((a, b) => a.place - b.place).map((row) => structuredClone(row)),
    append: async (operations) => {
      for (const operation of operations)
        rows.set(operation.id, { ...structuredClone(operation), place: ++place })
    },
    patch: async (id, values) => {
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, ...structuredClone(values) })
    },
    remove: async (ids) => {
      for (const id of ids) rows.delete(id)
    },
  }
}

class KilledError extends Error {}

/** A device with a disk and, at any time, one or two tabs; a killed tab stops wherever it is. */
export class Device {
  readonly disk = createDisk()
  #tabs: { outbox: Outbox; isKilled: boolean }[] = []

  readonly #userId: string

  constructor(userId: string) {
    this.#userId = userId
    this.openTab()
  }

  openTab(): Outbox {
    const tab = { isKilled: false } as { outbox: Outbox; isKilled: boolean }
    const guard = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
      return async (...args: A): Promise<T> => {
        if (tab.isKilled) throw new KilledError()
        const result = await work(...args)
        if (tab.isKilled) throw new KilledError()
        return result
      }
    }
    const { disk } = this
    tab.outbox = new Outbox({
      user_id: this.#userId,
      store: {
        all: guard(disk.all),
        append: guard(disk.append),
        patch: guard(disk.patch),
        remove: guard(disk.remove),
      },
      deliver: guard(deliverOperation),
      // without Web Locks: two tabs send the same at once
      lock: (work) => work().catch(ignoreKilled),
      announce: () => undefined,
      onDelay: () => undefined,
      makeRoom: async () => false,
    })
    this.#tabs.push(tab)
    return tab.outbox
  }

  get outbox(): Outbox {
    return this.#tabs.at(-1)?.outbox ?? this.openTab()
  }

  /** Stops all tabs in the middle of their work, and opens a new one. */
  killTabs() {
    for (const tab of this.#tabs) tab.isKilled = true
    this.#tabs = []
    this.openTab()
  }

  /** Makes every open tab send its operations. */
  async send(): Promise<void> {
    await Promise.all(this.#tabs.map(({ outbox }) => outbox.retryNow().catch(ignoreKilled)))
  }
}

function ignoreKilled(error: unknown) {
  if (!(error instanceof KilledError)) throw error
}
