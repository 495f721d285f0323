import type { Db } from '../src/db/database.ts'

/** The statements that the server's queries send during some work, background jobs included. */
export async function recordStatements(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const executor = db.getExecutor()
  const executed = executor.executeQuery
  const statements: string[] = []
  executor.executeQuery = ((...args: Parameters<typeof executed>) => {
    statements.push(args[0].sql)
    return executed.apply(executor, args)
  }) as typeof executed
  try {
    await work()
  } finally {
    executor.executeQuery = executed
  }
  return statements
}
