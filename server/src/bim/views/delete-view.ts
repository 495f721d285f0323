import type * as api from '@plumbline/contract/bim/views'
import type { Input, ProjectCtx } from '../../context.ts'
import { getEditableModelView, publishViewUpdate, removeViewPicture } from './views.ts'

export async function deleteView(ctx: ProjectCtx, { params }: Input<typeof api.deleteView>) {
  const view = await getEditableModelView(ctx, params.viewId)
  await ctx.tx.deleteFrom('views').where('id', '=', view.id).execute()
  removeViewPicture(ctx, view.snapshot_id)
  await publishViewUpdate(ctx, view.id, view.is_shared)
}
