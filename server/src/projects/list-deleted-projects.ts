import type { UserCtx } from '../context.ts'
import { listAdministeredTrash } from './project-roles.ts'
import { computeProjectTrashLimit, PROJECT_TRASH_MS } from './project-trash.ts'

export async function listDeletedProjects(ctx: UserCtx) {
  const ids = await listAdministeredTrash(ctx.tx, ctx.actor.user_id)
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.id', 'projects.name', 'projects.deleted_at', 'projects.deleted_by_name'])
    .select('teams.name as team_name')
    .where('projects.id', 'in', ids)
    .where('projects.deleted_at', '>', computeProjectTrashLimit(ctx.now()))
    .orderBy('projects.deleted_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => {
    const deleted_at = row.deleted_at ?? ''
    const purged_at = new Date(new Date(deleted_at).getTime() + PROJECT_TRASH_MS).toISOString()
    return { ...row, deleted_at, purged_at }
  })
}
