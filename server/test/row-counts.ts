import type { Db } from '../src/db/database.ts'

/** The characters of the longest answer that the server's queries get during some work. */
export async function measureLongestAnswer(db: Db, work: () => Promise<unknown>): Promise<number> {
  const executor = db.getExecutor()
  const executed = executor.executeQuery
  let longest = 0
  executor.executeQuery = (async (...args: Parameters<typeof executed>) => {
    const answer = await executed.apply(executor, args)
    longest = Math.max(longest, JSON.stringify(answer.rows).length)
    return answer
  }) as typeof executed
  try {
    await work()
  } finally {
    executor.executeQuery = executed
  }
  return longest
}

/** A database that notes how many rows each answer has. */
export function countRows(db: Db): { db: Db; counts: readonly number[] } {
  const counts: number[] = []
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      counts.push(result.rows.length)
      return result
    },
  })
  return { db: counted, counts }
}
