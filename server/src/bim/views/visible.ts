import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'

/** The only door to saved views: those shared with the project, and one's own. */
export function visibleViews({ tx, member }: ProjectCtx) {
  return tx
    .selectFrom('views')
    .leftJoin('users as u', 'u.id', 'views.created_by')
    .selectAll('views')
    .select(sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('created_by_name'))
    .where('project_id', '=', member.project_id)
    .where(
      (eb): Expression<SqlBool> =>
        eb.or([eb('is_shared', '=', true), eb('views.created_by', '=', member.user_id)]),
    )
}

export async function getVisibleView(ctx: ProjectCtx, viewId: string) {
  const row = await visibleViews(ctx).where('views.id', '=', viewId).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
