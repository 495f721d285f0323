import { awaitRequest, openDatabase, runTransaction } from '../device-store.ts'
import type { Operation } from './operation.ts'
import type { OutboxStore } from './outbox.ts'

const STORE = 'operations'

/**
 * Runs work in one transaction and resolves when it is committed to disk. Requests are committed even when the page is left:
 * the work below places all its writes at once, after its reads.
 */
async function inOperations<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const database = await openDatabase('plumbline.outbox', { [STORE]: 'id' })
  try {
    return await runTransaction(
      database.transaction(STORE, mode, { durability: 'strict' }),
      mode === 'readwrite' ? 'commit' : 'abort',
      (transaction) => work(transaction.objectStore(STORE)),
    )
  } finally {
    database.close()
  }
}

const readAll = (store: IDBObjectStore) => awaitRequest<Operation[]>(store.getAll())

/** The operations of one person in IndexedDB; does not touch those of other people on the device. */
export const openDeviceOutbox = (userId: string): OutboxStore => ({
  all: () =>
    inOperations('readonly', async (store) =>
      (await readAll(store)).filter(({ user_id }) => user_id === userId).sort((a, b) => a.place - b.place),
    ),
  append: (operations) =>
    inOperations('readwrite', async (store) => {
      const places = (await readAll(store)).map(({ place }) => place)
      let place = Math.max(0, ...places)
      for (const operation of operations) store.put({ ...operation, place: ++place } satisfies Operation)
    }),
  patch: (id, values) =>
    inOperations('readwrite', async (store) => {
      const operation = await awaitRequest<Operation | undefined>(store.get(id))
      if (operation) store.put({ ...operation, ...values })
    }),
  remove: (ids) =>
    inOperations('readwrite', (store) => {
      for (const id of ids) store.delete(id)
    }),
})
