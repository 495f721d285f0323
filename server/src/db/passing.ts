import { sqlState } from './database.ts'

/**
 * The connection is gone or cannot be had (08, 57P), resources are short (53), a time limit has passed (57014, 25P03,
 * 25P04, 55P03), another server writes now (25006), others were in the way too often (40001, 40P01).
 */
const PASSING_STATE = /^(08|53|57P|57014|25P0[34]|25006|55P03|40001|40P01)/
const PASSING_CODE = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTDOWN', 'ENETDOWN'],
])
/** node-postgres says these in words only. */
const PASSING_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|Postgres connection has been discarded)/

/** Whether an error says that the database (or a network to something else) is away: worth trying again. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  if (state) return PASSING_STATE.test(state)
  if (error instanceof AggregateError) return error.errors.some(isPassing)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // the file of a socket is missing while its server is away
  return PASSING_CODE.has(code) || (syscall === 'connect' && code !== '') || PASSING_WORDS.test(error.message)
}
