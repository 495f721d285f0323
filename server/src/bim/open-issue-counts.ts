import type { ProjectCtx } from '../context.ts'
import type { Db } from '../db/database.ts'

/**
 * Counts the open issues that the member may see by the files they are anchored in; null if they are not in memory, and the
 * database has to count them. The domain of issues registers it, as it stands to the right of this one.
 */
export type OpenIssueCounter = (
  ctx: Pick<ProjectCtx, 'db' | 'member' | 'now'>,
) => Promise<ReadonlyMap<string, number> | null>

/** By database: tests run several servers in one process. */
const counters = new WeakMap<Db, OpenIssueCounter>()

export const registerOpenIssueCounter = (db: Db, counter: OpenIssueCounter): void =>
  void counters.set(db, counter)

export const findOpenIssueCounter = (db: Db): OpenIssueCounter | undefined => counters.get(db)
