import { createHeader, createVariant, deleteHeader, deleteVariant } from '@plumbline/contract/bim/bim'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { cancelModelUpload, pauseModelUpload, resumeModelUpload, startModelUpload } from './model-uploads.ts'

const tus = vi.hoisted(() => ({ made: 0, started: 0 }))
vi.mock('tus-js-client', () => ({
  Upload: class {
    readonly #options: { onSuccess: () => void }
    constructor(_: File, options: { onSuccess: () => void }) {
      this.#options = options
      tus.made++
    }
    start() {
      tus.started++
      this.#options.onSuccess()
    }
    abort() {
      return Promise.resolve()
    }
  },
}))
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

/** Answers calls like the server; those of `held` wait for `arrive`. */
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
  Object.assign(tus, { made: 0, started: 0 })
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
