import type { Db } from '../../db/database.ts'
import { isTransientError } from '../../db/transient-errors.ts'
import { computeMostCachedIssues, loadIssueCache, readProcessMemory } from './issue-cache.ts'

/** Loading fewer issues takes at most about a second. */
const MANY_ISSUES = 50_000

/**
 * Loads large projects after a start, most recently changed first, so that their first reader does not wait: a million
 * issues take about twenty seconds, in slices. Uses up to half of the cache.
 */
export async function warmIssueCaches(db: Db, least = MANY_ISSUES): Promise<void> {
  // past visible.ts: when the project's issues changed last
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'last_issue_number'])
    .where('last_issue_number', '>=', least)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'ACTIVE')
    .orderBy(
      (eb) =>
        eb
          .selectFrom('issues')
          .select((of) => of.fn.max('updated_at').as('changed'))
          .whereRef('issues.project_id', '=', 'projects.id'),
      (order) => order.desc().nullsLast(),
    )
    .limit(20)
    .execute()
  let left = computeMostCachedIssues(readProcessMemory()) / 2
  for (const { id, last_issue_number } of projects) {
    left -= last_issue_number
    if (left >= 0) await loadIssueCache(db, id)
  }
}

/** In the background: a server without its database starts as well. */
export function startWarmingIssueCaches(db: Db, onError: (error: unknown) => void): void {
  warmIssueCaches(db).catch((error: unknown) => {
    if (!isTransientError(error)) onError(error)
  })
}
