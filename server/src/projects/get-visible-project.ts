import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import { type ProjectRow, selectVisibleProjects, type VisibleProject } from './visible-projects.ts'

interface ProjectValues {
  user_id: string
  project_id: string
  in_memory: string[]
}

const readVisibleProject = prepareQuery<ProjectValues, ProjectRow>((db, parameter) =>
  selectVisibleProjects(db, sql`${parameter('user_id')}::uuid`, sql`${parameter('in_memory')}::uuid[]`).where(
    'projects.id',
    '=',
    parameter('project_id'),
  ),
)

/** With null for the open issues if the project is one of `in_memory`. */
export async function getProjectRow(ctx: UserCtx, project_id: string, in_memory: string[]) {
  const [project] = await readVisibleProject(ctx.tx, { user_id: ctx.actor.user_id, project_id, in_memory })
  if (!project) throw new Refusal('not_found')
  return project
}

/** As the caller's transaction sees it. */
export const getVisibleProject = async (ctx: UserCtx, projectId: string) =>
  (await getProjectRow(ctx, projectId, [])) as VisibleProject
