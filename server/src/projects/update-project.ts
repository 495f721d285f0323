import type * as api from '@plumbline/contract/projects/projects'
import { checkProjectLimit } from '../billing/plan-limits.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { publishTeamUpdated } from '../teams/team-members.ts'
import { getVisibleProject } from './get-visible-project.ts'
import { listBystanders } from './project-audience.ts'

/** Members hear it as such; who is only invited to the project or has asked for access, by name. */
async function publishProjectUpdated(ctx: ProjectCtx) {
  const { project_id } = ctx.member
  const told = { project_id, data: {} }
  await ctx.tell('project.updated', { ...told, audience: { level: 'VIEWER' } })
  const users = await listBystanders(ctx.tx, project_id)
  if (users.length > 0) await ctx.tell('project.updated', { ...told, audience: { users } })
}

/** Taking a project out of the archive makes one more active; nothing is asked of one that is active. */
async function checkUnarchiveLimit(ctx: ProjectCtx) {
  const { team_id, status } = await ctx.tx
    .selectFrom('projects')
    .select(['team_id', 'status'])
    .where('id', '=', ctx.member.project_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'ARCHIVED') await checkProjectLimit(ctx, team_id)
}

export async function updateProject(
  ctx: ProjectCtx,
  { body }: Pick<Input<typeof api.updateProject>, 'body'>,
) {
  const { project_id } = ctx.member
  const { base_point, ...fields } = body
  if (body.status === 'ACTIVE') await checkUnarchiveLimit(ctx)
  const { team_id } = await ctx.tx
    .updateTable('projects')
    .set({
      ...fields,
      ...(base_point === undefined ? {} : { base_point: base_point && toJsonb(base_point) }),
    })
    .where('id', '=', project_id)
    .returning('team_id')
    .executeTakeFirstOrThrow()
  await publishProjectUpdated(ctx)
  // archiving changes how many active projects the company has
  if (body.status) await publishTeamUpdated(ctx, team_id)
  return getVisibleProject(ctx, project_id)
}

export async function setProjectPictureId(ctx: ProjectCtx, picture_id: string | null) {
  const { project_id } = ctx.member
  const before = await ctx.tx
    .selectFrom('projects')
    .select('picture_id')
    .where('id', '=', project_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await ctx.tx.updateTable('projects').set({ picture_id }).where('id', '=', project_id).execute()
  removeStoredPicture(ctx, before.picture_id)
  await publishProjectUpdated(ctx)
  return getVisibleProject(ctx, project_id)
}
