import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Rows leave the driver in wire types: instants as ISO text in UTC, days as text, 64-bit counts as numbers. */
const types = new pg.TypeOverrides()
const { builtins } = pg.types
/** To the microsecond, and as JavaScript writes it where it was told to the millisecond. */
const instant = (text: string) => {
  const [time = '', fraction = ''] = text.slice(11, -3).split('.')
  return `${text.slice(0, 10)}T${time}.${fraction.padEnd(3, '0')}Z`
}
types.setTypeParser(builtins.TIMESTAMPTZ, instant)
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
  onError?: (error: Error) => void
}

/** A pool of connections in UTC. Errors of idle connections (the server restarted) are reported, never thrown. */
export function openDatabase(url: string, { max = 12, onError = () => {} }: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: '-c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
  })
  pool.on('error', onError)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** SQLSTATE of a PostgreSQL error, or null for any other error. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

const RETRIED = new Set(['40001', '40P01'])

/** Runs `work` in one transaction, again (at most 4 times) when the database asks for it: serialization, deadlock. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === 4 || !RETRIED.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** A value for a jsonb column. */
export const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
