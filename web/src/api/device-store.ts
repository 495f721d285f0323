/** A store on this device for rows that the server does not have yet, in IndexedDB, which can hold files. */
export interface DeviceStore<Row extends { id: string }> {
  all: () => Promise<Row[]>
  get: (id: string) => Promise<Row | undefined>
  put: (row: Row) => Promise<void>
  remove: (id: string) => Promise<void>
}

const STORE = 'queue'

export const awaitRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database of the browser failed'))
  })

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  return awaitRequest(request)
}

/** Runs a request in a transaction and resolves when the transaction has committed, not already when the request succeeded. */
async function runInStore<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase(name)
  try {
    const transaction = database.transaction(STORE, mode)
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The device keeps nothing'))
    })
    const result = await awaitRequest(work(transaction.objectStore(STORE)))
    await committed
    return result
  } finally {
    database.close()
  }
}

/** Opens a store in a database of its own. Its calls reject when storage is blocked or full. */
export const openDeviceStore = <Row extends { id: string }>(database: string): DeviceStore<Row> => ({
  all: () => runInStore<Row[]>(database, 'readonly', (store) => store.getAll()),
  get: (id) => runInStore<Row | undefined>(database, 'readonly', (store) => store.get(id)),
  put: async (row) => void (await runInStore(database, 'readwrite', (store) => store.put(row))),
  remove: async (id) => void (await runInStore(database, 'readwrite', (store) => store.delete(id))),
})
