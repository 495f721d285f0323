import { awaitRequest, openDatabase, runTransaction } from './device-store.ts'

/** Rows that the server does not have yet. */
export interface DeviceStore<Row extends { id: string }> {
  all: () => Promise<Row[]>
  get: (id: string) => Promise<Row | undefined>
  put: (row: Row) => Promise<void>
  remove: (id: string) => Promise<void>
}

/** Opens a store in a separate database. */
export function openDeviceStore<Row extends { id: string }>(name: string): DeviceStore<Row> {
  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await openDatabase(name, { queue: 'id' })
    try {
      return await runTransaction(
        database.transaction('queue', mode),
        mode === 'readwrite' ? 'commit' : 'abort',
        (transaction) => awaitRequest(work(transaction.objectStore('queue'))),
      )
    } finally {
      database.close()
    }
  }
  return {
    all: () => run<Row[]>('readonly', (store) => store.getAll()),
    get: (id) => run<Row | undefined>('readonly', (store) => store.get(id)),
    put: async (row) => void (await run('readwrite', (store) => store.put(row))),
    remove: async (id) => void (await run('readwrite', (store) => store.delete(id))),
  }
}
