import { awaitRequest, keepOpen, runTransaction, type WhenLeft } from './device-store.ts'

/** Answers of the server stored on this device, each as its JSON. */

export interface KeptRead {
  /** the query key as JSON */
  key: string
  project_id: string | null
  /** when the server answered, in ms */
  at: number
  text: string
}

export interface KeptInfo {
  key: string
  project_id: string | null
  used: number
  size: number
}

const getReads = keepOpen('plumbline.reads', { reads: 'key', infos: 'key' })

export async function inReads<T>(
  mode: IDBTransactionMode,
  work: (reads: IDBObjectStore, infos: IDBObjectStore) => Promise<T> | T,
  whenLeft: WhenLeft = 'abort',
): Promise<T> {
  const database = await getReads()
  return runTransaction(database.transaction(['reads', 'infos'], mode), whenLeft, (transaction) =>
    work(transaction.objectStore('reads'), transaction.objectStore('infos')),
  )
}

/** The stored answer with this key; undefined without one, or if the device cannot read it. */
export const findStoredRead = (name: string): Promise<KeptRead | undefined> =>
  inReads('readonly', (reads) => awaitRequest<KeptRead | undefined>(reads.get(name))).catch(() => undefined)
