import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DecodedChunk } from './decode.ts'
import type { DecodeReply, DecodeRequest } from './decode-worker.ts'
import { createDecoder } from './decoder.ts'

/** A worker that stops at its start while `isBroken`, and otherwise answers every request. */
class FakeWorker extends EventTarget {
  static isBroken = true
  static started = 0
  readonly #isBroken = FakeWorker.isBroken

  constructor() {
    super()
    FakeWorker.started++
    if (this.#isBroken) queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }

  postMessage({ job }: DecodeRequest) {
    if (this.#isBroken) return
    const data: DecodeReply = { job, kind: 'chunk', chunk: {} as DecodedChunk }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  terminate() {}
}

beforeEach(() => {
  FakeWorker.isBroken = true
  FakeWorker.started = 0
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

const decode = (decoder: ReturnType<typeof createDecoder>) =>
  decoder.decode(new Uint8Array(1), null, () => {})

test('A chunk whose decoder stops fails, and is decoded by another try', async () => {
  const decoder = createDecoder()
  await expect(decode(decoder)).rejects.toThrow('The decoder stopped')
  FakeWorker.isBroken = false
  await expect(decode(decoder)).resolves.toEqual({})
  expect(decoder.busy).toBe(false)
})

test('A decoder that stops before the first chunk has come decodes it in a new worker', async () => {
  const decoder = createDecoder()
  await Promise.resolve()
  FakeWorker.isBroken = false
  await expect(decode(decoder)).resolves.toEqual({})
  expect(FakeWorker.started).toBe(2)
})

test('A chunk that comes after the viewer was closed is not waited for', async () => {
  const decoder = createDecoder()
  decoder.dispose()
  await expect(decode(decoder)).rejects.toThrow('The viewer was closed')
})
