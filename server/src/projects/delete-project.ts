import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishTeamUpdated } from '../teams/team-members.ts'
import { getProjectTeamId, moveProjectToTrash } from './project-trash.ts'

export async function deleteProject(ctx: ProjectCtx, _input: Input<typeof api.deleteProject>): Promise<void> {
  const { user_id, first_name, last_name } = ctx.actor
  const by_name = `${first_name} ${last_name}`.trim()
  const { project_id } = ctx.member
  const isMoved = await moveProjectToTrash(ctx.tx, ctx.tell, project_id, {
    by: user_id,
    by_name,
    at: ctx.now().toISOString(),
  })
  if (!isMoved) throw new Refusal('not_found')
  await publishTeamUpdated(ctx, await getProjectTeamId(ctx.tx, project_id))
}
