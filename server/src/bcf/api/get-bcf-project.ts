import type { ProjectCtx } from '../../context.ts'
import { listProjectActions } from './authorization.ts'
import { tagEntity } from './tags.ts'

export async function getBcfProject({ tx, member, http }: ProjectCtx) {
  const { name } = await tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', member.project_id)
    .executeTakeFirstOrThrow()
  const authorization = { project_actions: listProjectActions(member) }
  return tagEntity(http, { project_id: member.project_id, name, authorization })
}
