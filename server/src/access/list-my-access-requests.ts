import type { AccessRequest } from '@plumbline/contract/access/access'
import { type SqlBool, sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { getLevelsByProject } from '../projects/project-roles.ts'
import { DAY_MS, selectAccessRequests } from './access-requests.ts'

/** The caller's own requests of the last 30 days, and pending requests of projects the caller administers. */
export async function listMyAccessRequests(ctx: UserCtx): Promise<AccessRequest[]> {
  const { user_id } = ctx.actor
  const levels = await getLevelsByProject(ctx.db, user_id)
  const administered = [...levels].filter(([, level]) => level === 'ADMIN').map(([id]) => id)
  const since = new Date(ctx.now().getTime() - 30 * DAY_MS).toISOString()
  return selectAccessRequests(ctx)
    .where(
      sql<SqlBool>`(r.user_id = ${user_id} and r.created_at > ${since}::timestamptz)
        or (r.state = 'PENDING' and r.project_id = any(${administered}::uuid[]))`,
    )
    .execute()
}
