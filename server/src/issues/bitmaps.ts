import type { StoredBitmap, ViewpointView } from '@plumbline/contract/issues/viewpoints'
import type { BytesReply, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { inertHeaders } from './attachments/replies.ts'

/** A stored BCF view; its bitmaps (images placed in the model) have our GUIDs, by which their bytes are stored. */
export type StoredViewpointView = ViewpointView & { bitmaps?: StoredBitmap[] }

export const buildBitmapKey = (projectId: string, viewId: string, guid: string) =>
  `snapshots/${projectId}/${viewId}/bitmaps/${guid}`

/** A reply with the bytes of a view's bitmap, unchanged since the upload. @throws Refusal not_found */
export async function readBitmap(
  { blobs, member }: Pick<ProjectCtx, 'blobs' | 'member'>,
  viewId: string,
  view: StoredViewpointView,
  guid: string,
): Promise<BytesReply> {
  const bitmap = view.bitmaps?.find((each) => each.guid === guid)
  if (!bitmap) throw new Refusal('not_found')
  return {
    body: await blobs.read(buildBitmapKey(member.project_id, viewId, guid)),
    type: bitmap.bitmap_type === 'jpg' ? 'image/jpeg' : 'image/png',
    headers: { ...inertHeaders, 'cache-control': 'private, max-age=31536000, immutable' },
  }
}
