import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('A page that is left aborts its transactions, for which later pages in Safari would wait for ever', async () => {
  const leave: (() => void)[] = []
  vi.stubGlobal('addEventListener', (type: string, run: () => void) => type === 'pagehide' && leave.push(run))
  const transaction = {
    objectStore: () => ({ get: () => ({}) }),
    oncomplete: () => undefined,
    onabort: () => undefined,
    error: null,
    abort: vi.fn(),
  }
  const request = { result: { transaction: vi.fn(() => transaction) }, onsuccess: () => undefined }
  vi.stubGlobal('indexedDB', { open: () => request })
  const { findKeptRead } = await import('./kept-reads.ts')
  void findKeptRead(['/api/me'])
  request.onsuccess()
  await vi.waitFor(() => expect(request.result.transaction).toHaveBeenCalledOnce())
  for (const run of leave) run()
  expect(transaction.abort).toHaveBeenCalledOnce()
  // a transaction that has ended is not aborted again
  transaction.onabort()
  await vi.waitFor(() => {
    transaction.abort.mockClear()
    for (const run of leave) run()
    expect(transaction.abort).not.toHaveBeenCalled()
  })
})
