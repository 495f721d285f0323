import type { CompiledQuery } from 'kysely'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../src/db/database.ts'

/** The statements that the server's queries send during some work, background jobs included. */
export async function recordStatements(db: Db, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const executor = db.getExecutor()
  const executed = executor.executeQuery
  const statements: CompiledQuery[] = []
  executor.executeQuery = ((...args: Parameters<typeof executed>) => {
    statements.push(args[0])
    return executed.apply(executor, args)
  }) as typeof executed
  try {
    await work()
  } finally {
    executor.executeQuery = executed
  }
  return statements
}

/** The plan of a statement in a database where reading whole tables is forbidden, as it would be in a large one. */
export const explainStatement = (db: Db, statement: CompiledQuery): Promise<string> =>
  inTransaction(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...statement,
      sql: `explain ${statement.sql}`,
    })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
