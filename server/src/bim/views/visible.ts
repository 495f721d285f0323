import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'

type ViewReader = Pick<ProjectCtx, 'tx' | 'member'>

/**
 * The only query for saved views: those shared with the project and the user's own. Leaves out their content, which may be
 * megabytes each.
 */
export function visibleViews({ tx, member }: ViewReader) {
  return tx
    .selectFrom('views')
    .leftJoin('users as u', 'u.id', 'views.created_by')
    .select(['views.id', 'views.name', 'views.is_shared', 'views.snapshot_id'])
    .select(['views.created_by', 'views.created_at', 'views.updated_at'])
    .select(sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('created_by_name'))
    .where('project_id', '=', member.project_id)
    .where(
      (eb): Expression<SqlBool> =>
        eb.or([eb('is_shared', '=', true), eb('views.created_by', '=', member.user_id)]),
    )
}

export async function getVisibleView(ctx: ViewReader, viewId: string) {
  const row = await visibleViews(ctx)
    .select(['views.view', 'views.extras'])
    .where('views.id', '=', viewId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
