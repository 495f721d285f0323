import { expect, test } from 'vitest'
import { isTransientError, retryTransient } from './transient-errors.ts'

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })

test('A failed write is retried until the database is back', async () => {
  const tries: string[] = []
  const work = async () => {
    tries.push('try')
    if (tries.length < 3) throw lost()
    return 'written'
  }
  expect(await retryTransient(work, { pauseMs: 1 })).toBe('written')
  expect(tries).toHaveLength(3)
})

test('Permanent errors are not retried, and transient ones only up to the time limit', async () => {
  let tries = 0
  const refused = () => {
    tries++
    return Promise.reject(new Error('value too long'))
  }
  await expect(retryTransient(refused, { pauseMs: 1 })).rejects.toThrow('value too long')
  expect(tries).toBe(1)
  await expect(retryTransient(() => Promise.reject(lost()), { maxMs: 20, pauseMs: 5 })).rejects.toThrow(
    'ECONNRESET',
  )
})

test('Lost connections are recognized by every message of the driver', () => {
  const words = [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Postgres connection has been discarded',
    'Query read timeout',
  ]
  expect(words.filter((message) => !isTransientError(new Error(message)))).toEqual([])
  const noSocket = Object.assign(new Error('connect ENOENT /tmp/x'), { code: 'ENOENT', syscall: 'connect' })
  expect(isTransientError(noSocket)).toBe(true)
  expect(
    isTransientError(new AggregateError([Object.assign(new Error('a'), { code: 'ECONNREFUSED' })])),
  ).toBe(true)
  const noFile = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  expect([isTransientError(noFile), isTransientError(new Error('x')), isTransientError('x')]).toEqual([
    false,
    false,
    false,
  ])
})
