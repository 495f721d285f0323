import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import { selectVisibleProjects, type VisibleProject } from './visible-projects.ts'

const readVisibleProject = prepareQuery<{ user_id: string; project_id: string }, VisibleProject>(
  (db, parameter) =>
    selectVisibleProjects(db, sql`${parameter('user_id')}::uuid`).where(
      'projects.id',
      '=',
      parameter('project_id'),
    ),
)

export async function getVisibleProject(ctx: UserCtx, projectId: string) {
  const [project] = await readVisibleProject(ctx.tx, { user_id: ctx.actor.user_id, project_id: projectId })
  if (!project) throw new Refusal('not_found')
  return project
}
