import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { tellTeam } from '../teams/members.ts'
import { putIntoTrash, teamOf } from './trash.ts'

export async function deleteProject(ctx: ProjectCtx, _input: Input<typeof api.deleteProject>): Promise<void> {
  const { user_id, first_name, last_name } = ctx.actor
  const by_name = `${first_name} ${last_name}`.trim()
  const { project_id } = ctx.member
  await putIntoTrash(ctx.tx, ctx.tell, project_id, { by: user_id, by_name, at: ctx.now().toISOString() })
  await tellTeam(ctx, await teamOf(ctx.tx, project_id))
}
