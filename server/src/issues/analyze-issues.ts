import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { acrossProjects } from '../db/project-scope.ts'

/** Autovacuum counts the rows of a table once a minute; a smaller import does not change what is fast. */
const LARGE_IMPORT = 500

/**
 * Counts the rows of issues and their parts after a large import, in parallel to what follows. Until then PostgreSQL plans
 * reads for the empty tables of a new server: BCF events of 2,000 imported topics took 6 to 30 seconds instead of 0.1.
 */
export function analyzeImportedIssues({ db, log }: Pick<Server, 'db' | 'log'>, written: number): void {
  if (written < LARGE_IMPORT) return
  acrossProjects('statistics are about whole tables', () =>
    sql`analyze issues, issue_log, issue_comments, issue_viewpoints, issue_anchors, issue_attachments, issue_watchers, issue_bcf`
      .execute(db)
      .catch((err: unknown) => log.warn({ err }, 'analyze')),
  )
}
