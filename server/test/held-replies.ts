import type { Db } from '../src/db/database.ts'

/**
 * Holds the reply of the database to the next statement with this text until it is released: a test decides what else
 * happens before its reader goes on.
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
