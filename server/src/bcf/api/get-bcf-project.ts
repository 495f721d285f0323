import type { ProjectCtx } from '../../context.ts'
import { projectActionsOf } from './authorization.ts'
import { tagged } from './tags.ts'

export async function getBcfProject({ tx, member, http }: ProjectCtx) {
  const { name } = await tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', member.project_id)
    .executeTakeFirstOrThrow()
  const authorization = { project_actions: projectActionsOf(member) }
  return tagged(http, { project_id: member.project_id, name, authorization })
}
