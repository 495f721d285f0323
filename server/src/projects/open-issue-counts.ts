import type { ProjectCtx } from '../context.ts'
import type { Db } from '../db/database.ts'

type CountContext = Pick<ProjectCtx, 'db' | 'member' | 'now'>

/**
 * Counts open issues that a member may see from what this process has of them in memory. The domain of issues registers it,
 * as it stands to the right of those that show the numbers.
 */
export interface OpenIssueCounter {
  /** Projects in memory with so many issues that the database would take long to count them. */
  listLargeProjects: () => string[]
  countInProject: (ctx: CountContext) => Promise<number>
  /** By the files that they are anchored in; null if the project is not in memory, and the database has to count. */
  countByFile: (ctx: CountContext) => Promise<ReadonlyMap<string, number> | null>
}

/** By database: tests run several servers in one process. */
const counters = new WeakMap<Db, OpenIssueCounter>()

export const registerOpenIssueCounter = (db: Db, counter: OpenIssueCounter): void =>
  void counters.set(db, counter)

export const findOpenIssueCounter = (db: Db): OpenIssueCounter | undefined => counters.get(db)
