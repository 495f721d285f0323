import type { Db } from '../src/db/database.ts'

/**
 * Holds the database's reply to the next statement with this text until released, so that a test can act before the reader
 * continues.
 */
export function holdNextReply(db: Db, text: string): { isHeld: Promise<void>; release: () => void } {
  const executor = db.getExecutor()
  const executed = executor.executeQuery
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  executor.executeQuery = (async (...args: Parameters<typeof executed>) => {
    if (!args[0].sql.includes(text)) return executed.apply(executor, args)
    executor.executeQuery = executed
    const reply = await executed.apply(executor, args)
    held.resolve()
    await released.promise
    return reply
  }) as typeof executed
  return { isHeld: held.promise, release: released.resolve }
}
