import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { selectVisibleProjects } from './visible-projects.ts'

export async function getVisibleProject(ctx: UserCtx, projectId: string) {
  const project = await selectVisibleProjects(ctx.tx, ctx.actor.user_id)
    .where('projects.id', '=', projectId)
    .executeTakeFirst()
  if (!project) throw new Refusal('not_found')
  return project
}
