import type { TeamCtx } from '../context.ts'
import { selectVisibleProjects } from './visible-projects.ts'

export function listTeamProjects(ctx: TeamCtx) {
  return selectVisibleProjects(ctx.tx, ctx.actor.user_id)
    .where('projects.team_id', '=', ctx.team.team_id)
    .orderBy('projects.created_at', 'desc')
    .limit(1000)
    .execute()
}
