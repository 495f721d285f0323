import type { updateProject } from '@plumbline/contract/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { json } from '../db/database.ts'
import { readProject } from './reads.ts'

export async function changeProject(ctx: ProjectCtx, { body }: Input<typeof updateProject>) {
  const { project_id } = ctx.member
  const { base_point, ...fields } = body
  await ctx.tx
    .updateTable('projects')
    .set({ ...fields, ...(base_point === undefined ? {} : { base_point: base_point && json(base_point) }) })
    .where('id', '=', project_id)
    .execute()
  await ctx.tell('project.updated', { project_id, data: {}, audience: { level: 'VIEWER' } })
  return readProject(ctx, project_id)
}
