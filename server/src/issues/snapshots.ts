import type { getSnapshot } from '@plumbline/contract/issues'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findIssue } from './visible.ts'

export async function sendSnapshot(
  ctx: ProjectCtx,
  { params }: Input<typeof getSnapshot>,
): Promise<BytesReply> {
  await findIssue(ctx, params.issueId)
  const viewpoint = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select('snapshot_key')
    .where('id', '=', params.viewpointId)
    .where('issue_id', '=', params.issueId)
    .executeTakeFirst()
  if (!viewpoint?.snapshot_key) throw new Refusal('not_found')
  return {
    body: await ctx.blobs.read(viewpoint.snapshot_key),
    type: 'image/png',
    headers: { 'cache-control': 'private, max-age=31536000, immutable' },
  }
}
