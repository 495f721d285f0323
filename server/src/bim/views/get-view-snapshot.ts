import type * as api from '@plumbline/contract/bim/views'
import type { BytesReply, Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { blobKey } from './views.ts'
import { getVisibleView } from './visible.ts'

export async function getViewSnapshot(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getViewSnapshot>,
): Promise<BytesReply> {
  const { snapshot_id } = await getVisibleView(ctx, params.viewId)
  if (!snapshot_id) throw new Refusal('not_found')
  return {
    body: await ctx.blobs.read(blobKey(ctx.member.project_id, snapshot_id)),
    type: 'image/png',
    headers: { 'cache-control': 'private, max-age=31536000, immutable' },
  }
}
