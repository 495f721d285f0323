import type * as api from '@plumbline/contract/issues/issues'
import type { KeptBitmap, ViewpointView } from '@plumbline/contract/issues/viewpoints'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { inert } from './attachments/send.ts'
import { findIssue } from './visible.ts'

/** Pictures that stand in the model, as BCF's views have them. */

/** A view as it is stored: bitmaps by GUIDs of ours, under which their bytes lie. */
export type KeptView = ViewpointView & { bitmaps?: KeptBitmap[] }

export const bitmapKey = (projectId: string, viewId: string, guid: string) =>
  `snapshots/${projectId}/${viewId}/bitmaps/${guid}`

/** The bytes of a view's bitmap, as they came. */
export async function bitmapOf(
  { blobs, member }: Pick<ProjectCtx, 'blobs' | 'member'>,
  viewId: string,
  view: KeptView,
  guid: string,
): Promise<BytesReply> {
  const bitmap = view.bitmaps?.find((each) => each.guid === guid)
  if (!bitmap) throw new Refusal('not_found')
  return {
    body: await blobs.read(bitmapKey(member.project_id, viewId, guid)),
    type: bitmap.bitmap_type === 'jpg' ? 'image/jpeg' : 'image/png',
    headers: { ...inert, 'cache-control': 'private, max-age=31536000, immutable' },
  }
}

export async function sendViewBitmap(
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
  return bitmapOf(ctx, row.id, row.view as KeptView, params.bitmapId)
}
