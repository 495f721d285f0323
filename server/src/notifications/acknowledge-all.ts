import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { buildAcknowledgedColumns, isUnchangedSince } from './acknowledged-columns.ts'
import { parseProjectFilter } from './reads.ts'

/**
 * Acknowledges notifications shown until `until`, all or by subject: later ones and later updates stay unread, and snoozed
 * ones are not on the caller's screen.
 */
export async function acknowledgeAll(ctx: UserCtx, { body }: Input<typeof api.acknowledgeAll>) {
  const projectId = parseProjectFilter(body.project_id)
  const { bim_file_header_ids: files, issue_number, group } = body
  const now = ctx.now()
  const { user_id } = ctx.actor
  const { numUpdatedRows } = await ctx.tx
    .updateTable('notifications')
    .set(buildAcknowledgedColumns(now))
    .where('user_id', '=', user_id)
    .where('in_app', '=', true)
    .where('state', '=', 'NEW')
    .where('snoozed_until', 'is', null)
    .where(isUnchangedSince(body.until ?? now.toISOString()))
    .$if(group !== undefined, (query) => query.where('group_key', '=', group ?? ''))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .$if(files !== undefined, (query) =>
      query.where(sql`payload->>'bim_file_header_id'`, '=', sql`any (${files}::text[])`),
    )
    .$if(issue_number !== undefined, (query) =>
      query.where(sql`payload->>'issue_number'`, '=', String(issue_number)),
    )
    .executeTakeFirst()
  const count = Number(numUpdatedRows)
  if (count > 0) {
    const audience = { users: [user_id] }
    await ctx.tell('notification.updated', { project_id: projectId ?? null, data: {}, audience })
  }
  return { acknowledged: count, acknowledged_at: count > 0 ? now.toISOString() : null }
}
