import { createHeader, createVariant, deleteHeader, deleteVariant } from '@plumbline/contract/bim/bim'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, createOfflineError } from '../../api/client.ts'
import { checkReach, serverReach } from '../../api/reach.ts'
import { cancelModelUpload, pauseModelUpload, resumeModelUpload, startModelUpload } from './model-uploads.ts'

interface TusOptions {
  uploadUrl?: string
  onSuccess: () => void
  onError: (error: Error) => void
}
const tus = vi.hoisted(() => ({
  made: 0,
  started: 0,
  /** results of the next attempts, in place of success */
  ends: [] as ('lost' | 'silence')[],
  addresses: [] as (string | undefined)[],
  DetailedError: class extends Error {
    originalResponse = null
  },
}))
vi.mock('tus-js-client', () => ({
  DetailedError: tus.DetailedError,
  Upload: class {
    readonly #options: TusOptions
    constructor(_: File, options: TusOptions) {
      this.#options = options
      tus.made++
      tus.addresses.push(options.uploadUrl)
    }
    start() {
      tus.started++
      const end = tus.ends.shift()
      if (end === 'lost') this.#options.onError(new tus.DetailedError('no answer'))
      else if (end !== 'silence') this.#options.onSuccess()
    }
    abort() {
      return Promise.resolve()
    }
  },
}))
vi.mock('../../base/ask-before-leaving.ts', () => ({ askBeforeLeaving: () => () => undefined }))
vi.mock('./hash-file.ts', () => ({ hashFile: async () => 'sha' }))
const ids = vi.hoisted(() => ({ next: 0, last: '' }))
vi.mock('../../base/random-id.ts', () => ({
  randomId: () => {
    ids.last = `upload-${ids.next++}`
    return ids.last
  },
}))
vi.mock('../../api/client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))

const file = new File(['ISO-10303-21;'], 'Tower.ifc')
const newFile = { create: { name: 'Tower' } } as unknown as Parameters<typeof startModelUpload>[2]

/** Answers calls like the server; calls in `held` wait for `arrive`. */
function answerCalls(held: object) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  vi.mocked(call).mockImplementation(async (endpoint: object) => {
    if (endpoint === held) await promise
    if (endpoint === createHeader) return { id: 'header' } as never
    if (endpoint === createVariant) return { variant: { id: 'variant' } } as never
    return undefined as never
  })
  return arrive
}
const listCalled = () => vi.mocked(call).mock.calls.map(([endpoint]) => endpoint as object)
const findCall = (endpoint: object) =>
  vi.mocked(call).mock.calls.find(([called]) => (called as object) === endpoint)?.[1]

beforeEach(() => {
  vi.mocked(call).mockReset()
  Object.assign(tus, { made: 0, started: 0, ends: [], addresses: [] })
})

/** Makes the server unavailable, or available again. */
async function setServed(isServed: boolean) {
  vi.stubGlobal('fetch', async () => {
    if (isServed) return Response.json({ status: 'ok' })
    throw new TypeError('no network')
  })
  await checkReach()
}

afterEach(async () => {
  await setServed(true)
  vi.unstubAllGlobals()
})

test('A file whose upload is cancelled while it is created is deleted, and gets no version', async () => {
  const arrive = answerCalls(createHeader)
  const upload = startModelUpload('p', file, newFile)
  const { last: id } = ids
  await expect.poll(() => listCalled().includes(createHeader)).toBe(true)

  cancelModelUpload(id)
  arrive()
  await upload

  expect(tus.started).toBe(0)
  expect(listCalled()).not.toContain(createVariant)
  expect(findCall(deleteHeader)).toMatchObject({ params: { id: 'p', headerId: 'header' } })
})

test('A version whose upload is cancelled while it is created is deleted, and no bytes are sent', async () => {
  const arrive = answerCalls(createVariant)
  const upload = startModelUpload('p', file, { header_id: 'known' })
  const { last: id } = ids
  await expect.poll(() => listCalled().includes(createVariant)).toBe(true)

  cancelModelUpload(id)
  arrive()
  await upload

  expect(tus.started).toBe(0)
  expect(findCall(deleteVariant)).toMatchObject({ params: { headerId: 'known', variantId: 'variant' } })
  expect(listCalled()).not.toContain(deleteHeader)
})

test('An upload that is paused while its version is created sends its bytes once it is resumed', async () => {
  const arrive = answerCalls(createVariant)
  const upload = startModelUpload('p', file, { header_id: 'known' })
  const { last: id } = ids
  await expect.poll(() => listCalled().includes(createVariant)).toBe(true)

  pauseModelUpload(id)
  arrive()
  await expect.poll(() => tus.made).toBe(1)
  expect(tus.started).toBe(0)

  resumeModelUpload(id)
  await upload
  expect(tus.started).toBe(1)
})

test('An upload that begins without a connection waits, and creates its file when it is back', async () => {
  answerCalls({})
  await setServed(false)
  vi.mocked(call).mockRejectedValueOnce(createOfflineError())
  const upload = startModelUpload('p', file, newFile)
  await expect.poll(() => listCalled().includes(createHeader)).toBe(true)
  expect(listCalled()).not.toContain(createVariant)

  await setServed(true)
  await upload
  expect(listCalled().filter((called) => called === createHeader)).toHaveLength(2)
  expect(tus.started).toBe(1)
})

test('An upload with a connection lost for longer than all retries continues where it ended', async () => {
  answerCalls({})
  await setServed(false)
  tus.ends = ['lost']
  const upload = startModelUpload('p', file, newFile)
  await expect.poll(() => tus.started).toBe(1)

  await setServed(true)
  await upload
  expect(tus.addresses).toEqual([undefined, '/api/upload/variant_variant'])
})

test('An upload without an answer and without progress is given up and sent again', async () => {
  answerCalls({})
  await setServed(true)
  tus.ends = ['silence']
  vi.useFakeTimers()
  try {
    const upload = startModelUpload('p', file, newFile)
    while (tus.started === 0) await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(90_000)
    await upload
  } finally {
    vi.useRealTimers()
  }
  expect(tus.started).toBe(2)
})

test('An upload that fails while the server is reached ends after some attempts', async () => {
  answerCalls({})
  await setServed(true)
  tus.ends = Array.from({ length: 9 }, () => 'lost' as const)
  await startModelUpload('p', file, newFile)
  expect(serverReach.read()).toBe('REACHED')
  expect(tus.started).toBe(5)
})
