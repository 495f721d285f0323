import { awaitRequest } from '../device-store.ts'
import type { Operation } from './operation.ts'
import type { OutboxStore } from './outbox.ts'

const DATABASE = 'plumbline.outbox'
const STORE = 'operations'

function openOperations(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  return awaitRequest(request)
}

/** Runs work in one transaction and resolves when it has been committed to the disk. */
async function inOperations<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const database = await openOperations()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The device keeps nothing'))
    })
    committed.catch(() => undefined)
    const result = await work(transaction.objectStore(STORE))
    await committed
    return result
  } finally {
    database.close()
  }
}

const readAll = (store: IDBObjectStore) => awaitRequest<Operation[]>(store.getAll())

/** The operations of one person in IndexedDB; those of other people on the device are left alone. */
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
