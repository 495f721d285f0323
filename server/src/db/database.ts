import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { runWithEndings } from './endings.ts'
import type { Tables } from './tables.ts'
import { DB_CONNECT_TIMEOUT_MS, isOutdatedPlan, UtcClient } from './utc-client.ts'

/** Rows leave the driver in wire types: instants as ISO text in UTC, days as text, bigint and numeric as numbers. */
const types = new pg.TypeOverrides()
const { builtins } = pg.types
const TIMESTAMP = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/
/** Converts a timestamptz, as text or inside JSON, to ISO 8601 in UTC, with up to six fractional digits. */
export function parseTimestamp(text: string): string {
  const [, day, time, fraction = '', sign, hours, minutes = 0, seconds = 0] = TIMESTAMP.exec(text) ?? []
  // infinity or a date BC
  if (!day || !time) throw new Error(`PostgreSQL sent an unreadable timestamp: ${text}`)
  const digits = fraction.padEnd(3, '0')
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (offset === 0) return `${day}T${time}.${digits}Z`
  const local = Date.parse(`${day}T${time}Z`)
  const utc = new Date(local - (sign === '-' ? -offset : offset) * 1000).toISOString()
  return `${utc.slice(0, -5)}.${digits}Z`
}
types.setTypeParser(builtins.TIMESTAMPTZ, parseTimestamp)
types.setTypeParser(builtins.DATE, (text) => text)
types.setTypeParser(builtins.INT8, Number)
types.setTypeParser(builtins.NUMERIC, Number)

/** Runs SQL: the transaction in a write, the pool in a read. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables> | Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  close: () => Promise<void>
}

export interface PoolOptions {
  max?: number
  /** disables the query timeout, for migrations */
  isUnlimited?: boolean
  /** the URL leads to PostgreSQL itself, not to a pooler */
  isDirect?: boolean
  /** statements of calls and jobs in a project are limited to its rows (`project-scope.ts`) */
  hasRowSecurity?: boolean
  onError?: (error: Error) => void
}

/** Opens a pool of connections in UTC. A lost connection is reported and replaced without throwing. */
export function openDatabase(
  url: string,
  {
    max = 12,
    isUnlimited = false,
    isDirect = false,
    hasRowSecurity = false,
    onError = () => {},
  }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    Client: UtcClient,
    connectionTimeoutMillis: DB_CONNECT_TIMEOUT_MS,
    ...(isUnlimited ? { query_timeout: 0 } : {}),
    isDirect,
    hasRowSecurity,
  } as pg.PoolConfig)
  // a checked-out client has no error listener of the pool, and an unhandled error event ends the process
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** The SQLSTATE of a PostgreSQL error; null for other errors. */
export function getSqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

const RETRIED_STATES = new Set(['40001', '40P01'])
/** a lost connection; PostgreSQL may end one after the commit as well */
const LOST_STATE = /^(08|57P)/
const errorsOfUnknownCommits = new WeakSet<object>()

/** Whether the transaction that failed may have been committed: the connection was lost before the commit was confirmed. */
export const isCommitUnknown = (error: unknown): boolean =>
  error instanceof Error && errorsOfUnknownCommits.has(error)

/** Runs `work` in a transaction, with up to 4 attempts on serialization failures, deadlocks and outdated plans. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isEnding = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await runWithEndings(tx, work)
        isEnding = true
        return result
      })
    } catch (error) {
      if (isEnding && error instanceof Error && LOST_STATE.test(getSqlState(error) ?? '08'))
        errorsOfUnknownCommits.add(error)
      const isRetried = RETRIED_STATES.has(getSqlState(error) ?? '') || isOutdatedPlan(error)
      if (attempt === 4 || !isRetried) throw error
    }
  }
}

/** Converts a value for a jsonb column. */
export const toJsonb = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
