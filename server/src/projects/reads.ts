import type { TeamCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { visibleProjects } from './visible.ts'

/** Projects in all companies, what happened last in first. */
export function myProjects(ctx: UserCtx) {
  const { user_id, only_project } = ctx.actor
  return visibleProjects(ctx.tx, user_id)
    .$if(only_project !== null, (query) => query.where('projects.id', '=', only_project))
    .orderBy('last_activity_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(1000)
    .execute()
}

export function teamProjects(ctx: TeamCtx) {
  return visibleProjects(ctx.tx, ctx.actor.user_id)
    .where('projects.team_id', '=', ctx.team.team_id)
    .orderBy('projects.created_at', 'desc')
    .limit(1000)
    .execute()
}

export async function readProject(ctx: UserCtx, projectId: string) {
  const project = await visibleProjects(ctx.tx, ctx.actor.user_id)
    .where('projects.id', '=', projectId)
    .executeTakeFirst()
  if (!project) throw new Refusal('not_found')
  return project
}
