import type * as api from '@plumbline/contract/bim/views'
import { mayShareViews } from '@plumbline/contract/bim/views.rules'
import type { Handler } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  type Body,
  getEditableModelView,
  publishViewUpdate,
  removeViewPicture,
  storeViewPicture,
} from './views.ts'
import { getVisibleView } from './visible.ts'

/** Columns that the request changes. */
function buildColumns({ view, extras, ...plain }: Body) {
  const { snapshot: _, ...seen } = view ?? {}
  return {
    ...plain,
    ...(view ? { view: toJsonb(seen) } : {}),
    ...(extras ? { extras: toJsonb(extras) } : {}),
  }
}

export const updateView: Handler<typeof api.updateView, string | null> = {
  prepare: async (ctx, { params, body }) => {
    await getEditableModelView(ctx, params.viewId)
    return storeViewPicture(ctx, body)
  },
  async handle(ctx, { params, body }, snapshot_id) {
    const before = await getEditableModelView(ctx, params.viewId)
    if (body.is_shared && !mayShareViews(ctx.member.permission_level)) throw new Refusal('forbidden')
    // unsharing makes a view private to its author, so only the author may do it
    if (body.is_shared === false && before.created_by !== ctx.member.user_id) throw new Refusal('forbidden')
    await ctx.tx
      .updateTable('views')
      .set({
        ...buildColumns(body),
        ...(body.view ? { snapshot_id } : {}),
        updated_at: ctx.now().toISOString(),
      })
      .where('id', '=', before.id)
      .execute()
    if (body.view) removeViewPicture(ctx, before.snapshot_id)
    await publishViewUpdate(ctx, before.id, before.is_shared || body.is_shared === true)
    return getVisibleView(ctx, before.id)
  },
}
