import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const leaveOrReturn = new Map<string, () => void>()

beforeEach(() => {
  vi.stubGlobal('addEventListener', (type: string, run: () => void) => leaveOrReturn.set(type, run))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  leaveOrReturn.clear()
})

/** A transaction that ends on command, as the browser's does while its page runs. */
function makeTransaction() {
  const transaction = {
    oncomplete: () => undefined,
    onabort: () => undefined,
    error: null,
    commit: vi.fn(() => transaction.oncomplete()),
    abort: vi.fn(() => transaction.onabort()),
  }
  return transaction
}

async function run(transaction: unknown, whenLeft: 'commit' | 'abort', work: () => Promise<unknown>) {
  const { PageLeftError, runTransaction } = await import('./device-store.ts')
  const run = runTransaction(transaction as IDBTransaction, whenLeft, work)
  return run.then(
    () => 'committed',
    (error: unknown) => (error instanceof PageLeftError ? 'left' : 'failed'),
  )
}

test('Leaving a page commits writes for the server and aborts all other transactions, for which later pages in Safari would wait for ever', async () => {
  const begun = vi.fn()
  const written = makeTransaction()
  const reading = makeTransaction()
  const outcome = run(written, 'commit', async () => begun())
  void run(reading, 'abort', () => new Promise(begun))
  await expect.poll(() => begun).toHaveBeenCalledTimes(2)
  leaveOrReturn.get('pagehide')?.()
  expect(written.commit).toHaveBeenCalledOnce()
  expect(reading.abort).toHaveBeenCalledOnce()
  expect(await outcome).toBe('committed')
})

test('A transaction that has ended is not ended again when the page is left', async () => {
  const transaction = makeTransaction()
  expect(await run(transaction, 'abort', async () => transaction.oncomplete())).toBe('committed')
  leaveOrReturn.get('pagehide')?.()
  expect(transaction.abort).not.toHaveBeenCalled()
})

test('Transactions started after the page was left fail as left, not as a full device, until the page is shown again', async () => {
  await import('./device-store.ts')
  leaveOrReturn.get('pagehide')?.()
  expect(await run(makeTransaction(), 'commit', () => Promise.resolve())).toBe('left')
  leaveOrReturn.get('pageshow')?.()
  const after = makeTransaction()
  expect(await run(after, 'commit', async () => after.oncomplete())).toBe('committed')
})
