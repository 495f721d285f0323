import type * as api from '@plumbline/contract/issues/mutes'
import type { Input, ProjectCtx } from '../context.ts'
import { findIssue } from './visible.ts'

/** A mute concerns its own person alone: others are not told, and the issue does not change. */
export async function muteIssue(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.muteIssue>,
): Promise<void> {
  const { id: issue_id } = await findIssue(ctx, params.issueId)
  const { user_id } = ctx.member
  const done = body.muted
    ? await ctx.tx
        .insertInto('issue_mutes')
        .values({ user_id, issue_id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('issue_id')
        .execute()
    : await ctx.tx
        .deleteFrom('issue_mutes')
        .where('user_id', '=', user_id)
        .where('issue_id', '=', issue_id)
        .returning('issue_id')
        .execute()
  if (done.length === 0) return
  const audience = { users: [user_id] }
  await ctx.tell('notification.updated', { project_id: null, data: {}, audience })
}
