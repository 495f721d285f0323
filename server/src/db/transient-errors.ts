import { setTimeout as sleep } from 'node:timers/promises'
import { getSqlState } from './database.ts'

/**
 * The connection is gone or cannot be had (08, 57P), resources are short (53), a time limit has passed (57014, 25P03,
 * 25P04, 55P03), another server writes now (25006), others were in the way too often (40001, 40P01).
 */
const TRANSIENT_STATE = /^(08|53|57P|57014|25P0[34]|25006|55P03|40001|40P01)/
const TRANSIENT_CODES = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTDOWN', 'ENETDOWN'],
])
/** node-postgres says these in words only. */
const TRANSIENT_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|Postgres connection has been discarded)/

/** Whether an error says that the database (or a network to something else) is away: worth trying again. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = getSqlState(error)
  if (state) return TRANSIENT_STATE.test(state)
  if (error instanceof AggregateError) return error.errors.some(isTransientError)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // the file of a socket is missing while its server is away
  return (
    TRANSIENT_CODES.has(code) ||
    (syscall === 'connect' && code !== '') ||
    TRANSIENT_MESSAGE.test(error.message)
  )
}

const PAUSE_MS = 500

/**
 * Runs `work` again while the database is away: for the outcome of minutes of work, written by statements that change
 * nothing the second time.
 */
export async function retryTransient<T>(
  work: () => Promise<T>,
  { mostMs = 60_000, pauseMs = PAUSE_MS } = {},
): Promise<T> {
  const deadline = Date.now() + mostMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransientError(error) || Date.now() + pauseMs > deadline) throw error
      await sleep(pauseMs)
    }
  }
}
