import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { DB_CONNECT_TIMEOUT_MS, UtcClient } from './utc-client.ts'

/** Rows leave the driver in wire types: instants as ISO text in UTC, days as text, 64-bit counts as numbers. */
const types = new pg.TypeOverrides()
const { builtins } = pg.types
const TIMESTAMP = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/
/** To the microsecond, and as JavaScript writes it where it was told to the millisecond. */
function parseTimestamp(text: string): string {
  const [, day, time, fraction = '', sign, hours, minutes = 0, seconds = 0] = TIMESTAMP.exec(text) ?? []
  // infinity, or before Christ
  if (!day || !time) throw new Error(`PostgreSQL sent a moment that cannot be read: ${text}`)
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

/** What runs SQL: in a write the transaction, in a read the pool. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables> | Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  close: () => Promise<void>
}

export interface PoolOptions {
  max?: number
  /** waits for an answer as long as it takes: for changes of the schema */
  isUnlimited?: boolean
  onError?: (error: Error) => void
}

/** A pool of connections in UTC. One that is lost, idle or at work, is reported and replaced; nothing is thrown. */
export function openDatabase(
  url: string,
  { max = 12, isUnlimited: isPatient = false, onError = () => {} }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    Client: UtcClient,
    connectionTimeoutMillis: DB_CONNECT_TIMEOUT_MS,
    ...(isPatient ? { query_timeout: 0 } : {}),
  })
  // a client that is checked out has no listener of the pool's, and an error nobody listens to ends the process
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** SQLSTATE of a PostgreSQL error, or null for any other error. */
export function getSqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

const RETRIED_STATES = new Set(['40001', '40P01'])

/** Runs `work` in one transaction, again (at most 4 times) when the database asks for it: serialization, deadlock. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 4 || !RETRIED_STATES.has(getSqlState(error) ?? '')) throw error
    }
  }
}

/** A value for a jsonb column. */
export const toJsonb = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
