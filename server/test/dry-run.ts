import type { TestApp } from './app.ts'

/** Runs calls without effect: each transaction is rolled back at its end, and no blob is removed. */
export function rollBackCalls({ server: { db, blobs } }: TestApp) {
  class RolledBack extends Error {
    readonly result: unknown
    constructor(result: unknown) {
      super('rolled back')
      this.result = result
    }
  }
  const transaction = db.transaction.bind(db)
  let dry = false
  db.transaction = () => {
    const builder = transaction()
    const execute = builder.execute.bind(builder)
    const rolledBack = async (work: Parameters<typeof execute>[0]) => {
      try {
        return await execute(async (tx) => {
          throw new RolledBack(await work(tx))
        })
      } catch (error) {
        if (error instanceof RolledBack) return error.result
        throw error
      }
    }
    return dry ? (Object.assign(Object.create(builder), { execute: rolledBack }) as typeof builder) : builder
  }
  const remove = blobs.remove.bind(blobs)
  blobs.remove = async (key) => {
    if (!dry) await remove(key)
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    dry = true
    try {
      return await work()
    } finally {
      dry = false
    }
  }
}
