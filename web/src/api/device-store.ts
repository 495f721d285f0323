/** Databases of this device in IndexedDB, which can hold files. Calls reject when storage is blocked or full. */

export const awaitRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database of the browser failed'))
  })

/** The page was left before the transaction had ended. */
export class PageLeftError extends Error {}

/** Whether a transaction is committed or aborted when its page is closed; never half of it. */
export type WhenLeft = 'commit' | 'abort'

const running = new Map<IDBTransaction, WhenLeft>()
const ended = new WeakSet<IDBTransaction>()
let isLeft = false

function endTransaction(transaction: IDBTransaction, whenLeft: WhenLeft) {
  ended.add(transaction)
  try {
    transaction[whenLeft]()
  } catch {
    // it has just ended on its own
  }
}

/**
 * Ends running transactions when the page is left. Safari keeps the page for the back button, stopped in the middle of its
 * transaction, and every later page would wait for that transaction for ever.
 */
function endTransactions() {
  isLeft = true
  for (const [transaction, whenLeft] of running) endTransaction(transaction, whenLeft)
}

if (typeof addEventListener === 'function') {
  addEventListener('pagehide', endTransactions)
  addEventListener('pageshow', () => {
    isLeft = false
  })
}

/** Opens a database with these stores, given with the key of their rows. */
export function openDatabase(name: string, stores: Record<string, string | string[]>): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    const { transaction } = request
    if (transaction) {
      running.set(transaction, 'abort')
      transaction.addEventListener('complete', () => running.delete(transaction))
      transaction.addEventListener('abort', () => running.delete(transaction))
    }
    for (const [store, keyPath] of Object.entries(stores))
      request.result.createObjectStore(store, { keyPath })
  }
  return awaitRequest(request)
}

/** A database that stays open, since opening it takes longer than most reads, until another page deletes it. */
export function keepOpen(
  name: string,
  stores: Record<string, string | string[]>,
): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | null = null
  const forget = () => {
    opened = null
  }
  return async () => {
    opened ??= openDatabase(name, stores).then((database) => {
      database.onclose = forget
      database.onversionchange = () => {
        database.close()
        forget()
      }
      return database
    })
    return opened.catch((error: unknown) => {
      forget()
      throw error
    })
  }
}

/**
 * Runs work in a transaction and resolves when the transaction has committed, not already when its requests succeeded.
 * Rejects with PageLeftError when the page is left in the meantime.
 */
export async function runTransaction<T>(
  transaction: IDBTransaction,
  whenLeft: WhenLeft,
  work: (transaction: IDBTransaction) => Promise<T> | T,
): Promise<T> {
  running.set(transaction, whenLeft)
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The device keeps nothing'))
  }).finally(() => running.delete(transaction))
  // an await inside the work may fail first
  committed.catch(() => undefined)
  if (isLeft) endTransaction(transaction, 'abort')
  try {
    const result = await work(transaction)
    await committed
    return result
  } catch (error) {
    throw ended.has(transaction) ? new PageLeftError() : error
  }
}
