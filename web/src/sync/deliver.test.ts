import { expect, test } from 'vitest'
import { ApiError } from '../api/client.ts'
import { classifyFailure } from './deliver.ts'

const later = (everything: boolean) => ({ outcome: 'LATER', everything })

test('An operation that the server itself refused needs its author, with the reason', () => {
  const error = new ApiError(403, { error: 'forbidden', message: 'Not yours' })
  expect(classifyFailure(error)).toEqual({
    outcome: 'REFUSED',
    problem: { code: 'forbidden', message: 'Not yours' },
  })
  expect(classifyFailure(new ApiError(413, {}))).toMatchObject({ outcome: 'REFUSED' })
})

test('An answer of something between the device and the server only delays an operation', () => {
  for (const status of [400, 403, 404, 405, 407, 408, 502])
    expect(classifyFailure(new ApiError(status, {}))).toEqual(later(true))
})

test('A session that was renewed in another tab meanwhile, too many requests and a slow upload only delay an operation', () => {
  for (const error of [
    new ApiError(403, { error: 'bad_xsrf_token', message: 'The token is wrong' }),
    new ApiError(429, { error: 'too_many_requests', message: 'Too many' }),
  ])
    expect(classifyFailure(error)).toEqual(later(true))
  expect(classifyFailure(new ApiError(408, { error: 'timed_out' }))).toEqual(later(false))
  expect(classifyFailure(new ApiError(500, { error: 'internal' }))).toEqual(later(false))
})
