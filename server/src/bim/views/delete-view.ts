import type * as api from '@plumbline/contract/bim/views'
import type { Input, ProjectCtx } from '../../context.ts'
import { editableView, forgetPicture, tellView } from './views.ts'

export async function deleteView(ctx: ProjectCtx, { params }: Input<typeof api.deleteView>) {
  const view = await editableView(ctx, params.viewId)
  await ctx.tx.deleteFrom('views').where('id', '=', view.id).execute()
  forgetPicture(ctx, view.snapshot_id)
  await tellView(ctx, view.id, view.is_shared)
}
