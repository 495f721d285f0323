import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { acknowledgedColumns } from './acknowledged-columns.ts'
import { parseProjectFilter } from './reads.ts'

/** Acknowledges notifications created until `until`, all or by subject: those arriving during the request stay new. */
export async function acknowledgeAll(ctx: UserCtx, { body }: Input<typeof api.acknowledgeAll>) {
  const projectId = parseProjectFilter(body.project_id)
  const { bim_file_header_ids: files, issue_number } = body
  const { user_id } = ctx.actor
  const { numUpdatedRows } = await ctx.tx
    .updateTable('notifications')
    .set(acknowledgedColumns)
    .where('user_id', '=', user_id)
    .where('in_app', '=', true)
    .where('state', '=', 'NEW')
    .where('created_at', '<=', body.until ?? ctx.now().toISOString())
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
  return { acknowledged: count }
}
