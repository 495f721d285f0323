import { setTimeout as sleep } from 'node:timers/promises'
import { getSqlState } from './database.ts'

/**
 * SQLSTATEs of lost or refused connections (08, 57P), exhausted resources (53), timeouts (57014, 25P03, 25P04, 55P03), a
 * read-only standby (25006), serialization failures and deadlocks (40001, 40P01).
 */
const TRANSIENT_STATE = /^(08|53|57P|57014|25P0[34]|25006|55P03|40001|40P01)/
const TRANSIENT_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'ENETDOWN',
])
/** Errors that node-postgres identifies by their message only. */
const TRANSIENT_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|Postgres connection has been discarded)/

/** True if the database or a network is temporarily unavailable, so that a retry may succeed. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = getSqlState(error)
  if (state) return TRANSIENT_STATE.test(state)
  if (error instanceof AggregateError) return error.errors.some(isTransientError)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // a missing socket file means that its server is down
  return (
    TRANSIENT_CODES.has(code) ||
    (syscall === 'connect' && code !== '') ||
    TRANSIENT_MESSAGE.test(error.message)
  )
}

const PAUSE_MS = 500

/**
 * Retries `work` while the database is unavailable, to store the result of minutes of work. `work` must be idempotent.
 */
export async function retryTransient<T>(
  work: () => Promise<T>,
  { maxMs = 60_000, pauseMs = PAUSE_MS } = {},
): Promise<T> {
  const deadline = Date.now() + maxMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransientError(error) || Date.now() + pauseMs > deadline) throw error
      await sleep(pauseMs)
    }
  }
}
