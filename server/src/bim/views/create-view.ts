import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/views'
import { mayShareViews } from '@plumbline/contract/bim/views.rules'
import { reason } from '@plumbline/contract/reasons'
import type { Handler } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { publishViewUpdate, storeViewPicture } from './views.ts'
import { getVisibleView } from './visible.ts'

/** saved views per person and project */
const MAX_OWN_VIEWS = 500

export const createView: Handler<typeof api.createView, string | null> = {
  prepare: (ctx, { body }) => storeViewPicture(ctx, body),
  async handle(ctx, { body }, snapshot_id) {
    const { project_id, user_id, permission_level } = ctx.member
    if (body.is_shared && !mayShareViews(permission_level)) throw new Refusal('forbidden')
    const own = await ctx.tx
      .selectFrom('views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('project_id', '=', project_id)
      .where('created_by', '=', user_id)
      .executeTakeFirstOrThrow()
    if (Number(own.count) >= MAX_OWN_VIEWS)
      throw new Refusal('conflict', reason('too_many_own_views', { count: MAX_OWN_VIEWS }))
    const id = randomUUIDv7()
    const { view: _, extras: __, ...plain } = body
    const { snapshot: ___, ...view } = body.view
    await ctx.tx
      .insertInto('views')
      .values({
        ...plain,
        id,
        project_id,
        created_by: user_id,
        snapshot_id,
        view: toJsonb(view),
        extras: toJsonb(body.extras),
      })
      .execute()
    await publishViewUpdate(ctx, id, body.is_shared)
    return getVisibleView(ctx, id)
  },
}
