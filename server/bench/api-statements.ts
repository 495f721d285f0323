import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Number of requests over which statements are counted. */
const ROUNDS = 20

interface Statement {
  /** executions per request; a fraction if some requests need it */
  calls: number
  /** mean time of one execution in milliseconds */
  time_ms: number
  /** text with the values replaced by parameters */
  text: string
}

/** Statements of background work: numbering of outbox rows and waking of other processes after every write, and queues. */
const background = ['%number_outbox(%', '%pg_notify(%', '%pgboss.%', '%pg_stat_statements%']

/**
 * The statements that the database executes for one request, BEGIN and COMMIT included, sorted by time. Excludes statements
 * of background work.
 */
export async function listStatements(db: Db, send: () => Promise<unknown>): Promise<Statement[]> {
  for (let warm = 0; warm < 12; warm++) await send()
  await sql`select pg_stat_statements_reset()`.execute(db)
  for (let round = 0; round < ROUNDS; round++) await send()
  const { rows } = await sql<Statement>`
    select calls::float8 / ${ROUNDS}::int as calls, mean_exec_time as time_ms, query as text from pg_stat_statements
    where calls >= ${ROUNDS / 2} and query not like all (${background}) order by total_exec_time desc`.execute(
    db,
  )
  return rows
}

export const sumStatements = (statements: Statement[]): number =>
  Math.round(statements.reduce((sum, { calls }) => sum + calls, 0))

/** Prints the statements of one request, each on a line with its number and its mean time. */
export function printStatements(name: string, statements: Statement[]): void {
  const total = statements.reduce((sum, { calls, time_ms }) => sum + calls * time_ms, 0)
  console.log(`\n${name}: ${sumStatements(statements)} statements, ${total.toFixed(2)} ms`)
  for (const { calls, time_ms, text } of statements)
    console.log(`  ${calls} × ${time_ms.toFixed(3)} ms  ${text.replace(/\s+/g, ' ').slice(0, 300)}`)
}
