import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import type { Operation } from '../api/outbox/operation.ts'
import { classifyFailure, deliverOperation } from './deliver.ts'

afterEach(() => vi.unstubAllGlobals())

const later = (everything: boolean) => ({ outcome: 'LATER', everything })

test('An operation that the server itself refused needs its author, with the reason', () => {
  const error = new ApiError(403, { error: 'forbidden', message: 'Not yours' })
  expect(classifyFailure(error)).toEqual({
    outcome: 'REFUSED',
    problem: { code: 'forbidden', message: 'Not yours' },
  })
  const gone = { error: 'bad_request', message: 'Not part of this project', fields: { level_id: 'Gone' } }
  expect(classifyFailure(new ApiError(400, gone))).toMatchObject({ problem: { fields: ['level_id'] } })
  expect(classifyFailure(new ApiError(413, {}))).toMatchObject({ outcome: 'REFUSED' })
})

test('An answer of something between the device and the server only delays an operation', () => {
  for (const status of [400, 403, 404, 405, 407, 408, 502])
    expect(classifyFailure(new ApiError(status, {}))).toEqual(later(true))
})

test('A session renewed in another tab, too many requests and a slow upload only delay an operation', () => {
  for (const error of [
    new ApiError(403, { error: 'bad_xsrf_token', message: 'The token is wrong' }),
    new ApiError(429, { error: 'too_many_requests', message: 'Too many' }),
  ])
    expect(classifyFailure(error)).toEqual(later(true))
  expect(classifyFailure(new ApiError(408, { error: 'timed_out' }))).toEqual(later(false))
  expect(classifyFailure(new ApiError(500, { error: 'internal' }))).toEqual(later(false))
})

test('The view of a model in a new issue has the time that it takes on a slow line', async () => {
  let limit = Infinity
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limit = Math.min(limit, ms)
    return new AbortController().signal
  })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 201 }))
  const deliver = async (snapshot_data: string) => {
    limit = Infinity
    const operation = { id: 'one', kind: 'createIssue', params: { id: 'tower' }, body: { snapshot_data } }
    const tools = { remember: async () => undefined, onProgress: () => undefined }
    const { outcome } = await deliverOperation(operation as unknown as Operation, tools)
    return { outcome, limit }
  }
  const [short, long] = [await deliver(''), await deliver('x'.repeat(1_000_000))]
  expect([short.outcome, long.outcome]).toEqual(['SENT', 'SENT'])
  expect([short.limit < 61_000, long.limit > 500_000]).toEqual([true, true])
})
