import type * as api from '@plumbline/contract/issues/mutes'
import type { Input, ProjectCtx } from '../context.ts'
import { readMutes } from './mutes.ts'
import { findIssue } from './visible.ts'

export async function getIssueMute(ctx: ProjectCtx, { params }: Input<typeof api.getIssueMute>) {
  const { id } = await findIssue(ctx, params.issueId)
  const { user_id } = ctx.member
  return { muted: (await readMutes(ctx.tx, [id], [user_id])).has(user_id) }
}
