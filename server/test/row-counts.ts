import type { Db } from '../src/db/database.ts'

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
