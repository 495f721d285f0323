import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { getThreadCounts, runWork, startWork, streamWork } from './threads.ts'

const module = new URL('../../test/loop/work.ts', import.meta.url)
const of = (input: string, by: string) => ({ module, input, by })

/** settled when a thread exits on its own, not terminated by the pool */
const exited = Promise.withResolvers<void>()
process.on('worker', (worker) => worker.once('exit', (code) => code === 0 && exited.resolve()))

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}

test('Work in a thread pulls its items on demand and yields chunks', async () => {
  let asked = 0
  async function* items() {
    for (; asked < 1000; asked++) yield asked % 256
  }
  const stream = await streamWork({ ...of('count', 'ada'), items: items() })
  expect(asked).toBeLessThan(10)
  const bytes = await buffer(stream)
  expect(bytes.subarray(0, 11).toString()).toBe('begun count')
  expect(bytes.length).toBe(11 + 1000)
})

test('A refusal in a thread stays a refusal, and another error stays an error', async () => {
  const refused = await refusalOf(runWork(of('refuse', 'ada')))
  expect([refused.code, refused.details.fields]).toEqual(['too_large', { file: { code: 'not_valid' } }])
  await expect(runWork(of('break', 'ada'))).rejects.toThrow('something is wrong')
  expect(await runWork(of('again', 'ada'))).toEqual(['begun again'])
})

test('Work of an aborted caller is terminated, and waiting work runs', async () => {
  const chunks = await startWork(of('hang', 'ada'))
  await chunks.next()
  const next = chunks.next()
  const signal = new AbortController()
  const waiting = startWork({ ...of('hang', 'ada'), signal: signal.signal })
  expect(await text(await streamWork(of('other', 'ben')))).toBe('begun other')
  signal.abort()
  await expect(waiting).rejects.toThrow()
  await chunks.return?.()
  await expect(next).rejects.toThrow()
  expect(await runWork(of('own', 'ada'))).toEqual(['begun own'])
})

test('Work beyond its time limit is refused with 503, while it computes and while its caller reads', async () => {
  const computing = await startWork({ ...of('hang', 'ada'), seconds: 1.5 })
  await computing.next()
  const late = await refusalOf(computing.next())
  expect([late.code, late.details.retryAfter]).toEqual(['unavailable', 5])
  const reading = await startWork({ ...of('hang', 'ada'), seconds: 1.5 })
  await reading.next()
  await vi.waitFor(() => expect(getThreadCounts().running).toBe(0), 30_000)
  expect((await refusalOf(reading.next())).code).toBe('unavailable')
})

test('Work that exceeds its time limit while waiting for an item is refused, not taken as complete', async () => {
  const late = Promise.withResolvers<void>()
  async function* items() {
    yield 1
    await late.promise
    yield 2
  }
  const chunks = await startWork({ ...of('slow items', 'ada'), items: items(), seconds: 1.5 })
  expect(await chunks.next()).toEqual({ value: 'begun slow items', done: false })
  await chunks.next()
  const refused = refusalOf(chunks.next())
  await vi.waitFor(() => expect(getThreadCounts().running).toBe(0), 30_000)
  late.resolve()
  expect((await refused).code).toBe('unavailable')
})

test('Work that is aborted while it waits for an item is not taken as complete', async () => {
  const [waits, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* items() {
    yield 1
    waits.resolve()
    await late.promise
    yield 2
  }
  const abort = new AbortController()
  const chunks = await startWork({ ...of('aborted', 'ada'), items: items(), signal: abort.signal })
  await chunks.next()
  await chunks.next()
  const next = chunks.next()
  await waits.promise
  abort.abort()
  late.resolve()
  await expect(next).rejects.toThrow('the work was stopped')
})

test('Work whose thread ends while its caller reads a chunk fails at the next chunk', async () => {
  const chunks = await startWork(of('die', 'ada'))
  expect(await chunks.next()).toEqual({ value: 'begun die', done: false })
  await exited.promise
  await expect(chunks.next()).rejects.toThrow('the thread has ended')
  expect(await runWork(of('again', 'ada'))).toEqual(['begun again'])
})

test('Waiting work per caller is limited and does not delay other callers', async () => {
  const hanging = await startWork(of('hang', 'ada'))
  const waiting = Array.from({ length: 4 }, () => runWork(of('later', 'ada')))
  const refused = await refusalOf(runWork(of('too many', 'ada')))
  expect([refused.code, refused.details.retryAfter]).toEqual(['too_many_requests', 5])
  expect(await runWork(of('other', 'ben'))).toEqual(['begun other'])
  await hanging.return?.()
  expect(await Promise.all(waiting)).toEqual(Array(4).fill(['begun later']))
  await pause(0)
  expect(getThreadCounts()).toMatchObject({ running: 0, waiting: 0 })
})
