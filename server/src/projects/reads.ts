import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { visibleProjects } from './visible.ts'

export async function readProject(ctx: UserCtx, projectId: string) {
  const project = await visibleProjects(ctx.tx, ctx.actor.user_id)
    .where('projects.id', '=', projectId)
    .executeTakeFirst()
  if (!project) throw new Refusal('not_found')
  return project
}
