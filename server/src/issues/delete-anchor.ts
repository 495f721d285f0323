import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { nameOf } from './anchors.ts'
import { demand } from './may.ts'
import { partChanged } from './part-changed.ts'
import { findIssue } from './visible.ts'

export async function deleteAnchor(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteAnchor>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  demand(ctx.member, issue, 'EDIT')
  const anchor = await ctx.tx
    .deleteFrom('issue_anchors')
    .where('id', '=', params.anchorId)
    .where('issue_id', '=', issue.id)
    .returningAll()
    .executeTakeFirst()
  if (!anchor) throw new Refusal('not_found')
  const data = { anchor_id: anchor.id, subject: nameOf(anchor) }
  await partChanged(ctx, issue, { kind: 'UNPLACED', data })
}
