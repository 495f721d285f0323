import type { QueuedMessage, QueueStore } from './queue.ts'

/** The queue in the browser's own database, which takes files as they are. */

const DATABASE = 'plumbline.chat'
const STORE = 'queue'

const finished = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database of the browser failed'))
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  return finished(request)
}

/** Done when it is in the store for good, not only asked for. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(STORE, mode)
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The device keeps nothing'))
    })
    const result = await finished(work(transaction.objectStore(STORE)))
    await committed
    return result
  } finally {
    database.close()
  }
}

export const deviceStore: QueueStore = {
  all: () => inStore<QueuedMessage[]>('readonly', (store) => store.getAll()),
  put: async (message) => void (await inStore('readwrite', (store) => store.put(message))),
  remove: async (id) => void (await inStore('readwrite', (store) => store.delete(id))),
}
