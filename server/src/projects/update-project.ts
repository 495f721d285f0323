import type * as api from '@plumbline/contract/projects/projects'
import { recordAudit } from '../audit/record-audit.ts'
import { checkProjectLimit } from '../billing/plan-limits.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { publishTeamUpdated } from '../teams/team-members.ts'
import { getVisibleProject } from './get-visible-project.ts'
import { listBystanders } from './project-audience.ts'

/** Publishes to the members, and separately to invited users and users who requested access. */
export async function publishProjectUpdated(ctx: ProjectCtx) {
  const { project_id } = ctx.member
  const event = { project_id, data: {} }
  await ctx.tell('project.updated', { ...event, audience: { level: 'VIEWER' } })
  const users = await listBystanders(ctx.tx, project_id)
  if (users.length > 0) await ctx.tell('project.updated', { ...event, audience: { users } })
}

/** Unarchiving a project counts against the plan's limit of active projects. */
async function checkUnarchiveLimit(ctx: ProjectCtx) {
  const { team_id, status } = await ctx.tx
    .selectFrom('projects')
    .select(['team_id', 'status'])
    .where('id', '=', ctx.member.project_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'ARCHIVED') await checkProjectLimit(ctx, team_id)
}

/** The log names the changed fields, with values only for fields that change what people see and may do. */
const pickAuditedFields = (body: Input<typeof api.updateProject>['body']) => {
  const { name, status, contributor_issue_scope } = body
  return { fields: Object.keys(body).sort(), name, status, contributor_issue_scope }
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
  // the status changes the company's number of active projects
  if (body.status) await publishTeamUpdated(ctx, team_id)
  await recordAudit(ctx, { team_id }, { kind: 'PROJECT_CHANGED', project_id, data: pickAuditedFields(body) })
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
