import type { UserCtx } from '../context.ts'
import { selectVisibleProjects } from './visible-projects.ts'

/** Projects of all companies, by latest activity. */
export function listProjects(ctx: UserCtx) {
  const { user_id, only_project } = ctx.actor
  return selectVisibleProjects(ctx.tx, user_id)
    .$if(only_project !== null, (query) => query.where('projects.id', '=', only_project))
    .orderBy('last_activity_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(1000)
    .execute()
}
