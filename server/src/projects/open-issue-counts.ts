import type { ProjectCtx } from '../context.ts'
import type { Db } from '../db/database.ts'

type CountContext = Pick<ProjectCtx, 'db' | 'member' | 'now'>

/**
 * Counts open issues visible to a member from this process's cache. Registered by the issues domain, because that domain may
 * import projects but not the other way round.
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
