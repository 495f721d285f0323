import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/views'
import { mayEditView } from '@plumbline/contract/bim/views.rules'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { deletedUser, type Reaction } from '../../live/tell.ts'
import { reencodeSnapshot } from './snapshot.ts'
import { getVisibleView } from './visible.ts'

export const blobKey = (projectId: string, snapshotId: string) =>
  `snapshots/${projectId}/view-${snapshotId}.png`

/** Updates of a private view are sent to its creator only. */
export const publishViewUpdate = (ctx: ProjectCtx, view_id: string, is_shared: boolean) =>
  ctx.tell('view.updated', {
    project_id: ctx.member.project_id,
    data: { view_id },
    audience: is_shared ? { level: 'VIEWER' } : { users: [ctx.member.user_id] },
  })

export type Body = Partial<Input<typeof api.createView>['body']>

/** The picture is checked and stored before the transaction; undone when that fails. */
export async function storeViewPicture(ctx: ProjectCtx, { view }: Body): Promise<string | null> {
  if (!view?.snapshot) return null
  const id = randomUUIDv7()
  const key = blobKey(ctx.member.project_id, id)
  await ctx.blobs.put(key, await reencodeSnapshot(view.snapshot.snapshot_data))
  ctx.onFailure(() => void ctx.blobs.remove(key).catch((err) => ctx.log.warn({ err }, 'remove a picture')))
  return id
}

export function removeViewPicture(ctx: ProjectCtx, snapshotId: string | null) {
  if (!snapshotId) return
  const key = blobKey(ctx.member.project_id, snapshotId)
  ctx.onCommit(() => void ctx.blobs.remove(key).catch((err) => ctx.log.warn({ err }, 'remove a picture')))
}

export async function getEditableModelView(ctx: ProjectCtx, viewId: string) {
  const view = await getVisibleView(ctx, viewId)
  if (!mayEditView(ctx.member, view)) throw new Refusal('forbidden')
  return view
}

/** Before an account is deleted: deletes its private views; shared views stay, without a creator's name. */
export const forgetPersonOfViews: Reaction = async (tx, event) => {
  const user = deletedUser(event)
  if (!user) return
  await tx.deleteFrom('views').where('created_by', '=', user).where('is_shared', '=', false).execute()
}
