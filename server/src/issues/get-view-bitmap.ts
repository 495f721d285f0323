import type * as api from '@plumbline/contract/issues/issues'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readBitmap, type StoredViewpointView } from './bitmaps.ts'
import { findIssue } from './visible.ts'

export async function getViewBitmap(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.getViewBitmap>, 'params'>,
): Promise<BytesReply> {
  const issue = await findIssue(ctx, params.issueId)
  const row = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select(['id', 'view'])
    .where('id', '=', params.viewpointId)
    .where('issue_id', '=', issue.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return readBitmap(ctx, row.id, row.view as StoredViewpointView, params.bitmapId)
}
