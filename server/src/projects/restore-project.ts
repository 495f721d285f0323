import type * as api from '@plumbline/contract/projects/projects'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import { checkProjectLimit } from '../billing/plan-limits.ts'
import type { Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { publishTeamUpdated } from '../teams/team-members.ts'
import { chooseTeam } from './choose-team.ts'
import { getVisibleProject } from './get-visible-project.ts'
import { getProjectAudience } from './project-audience.ts'
import { findProjectMember, listAdministeredTrash } from './project-roles.ts'
import { computeProjectTrashLimit, getProjectTeamId } from './project-trash.ts'

async function isActive(tx: Tx, projectId: string): Promise<boolean> {
  const { status } = await tx
    .selectFrom('projects')
    .select('status')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return status === 'ACTIVE'
}

/** The company of the restored project: its own, or the caller's if that one was closed. */
async function getRestoreTeam(ctx: UserCtx, teamId: string): Promise<string> {
  const open = await ctx.tx
    .selectFrom('teams')
    .select('id')
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return open?.id ?? chooseTeam(ctx)
}

export async function restoreProject(
  ctx: UserCtx,
  { params: { projectId } }: Input<typeof api.restoreProject>,
) {
  const { user_id } = ctx.actor
  const mine = await listAdministeredTrash(ctx.tx, user_id)
  if (!mine.includes(projectId)) {
    const member = await findProjectMember(ctx.tx, user_id, projectId)
    if (member?.permission_level !== 'ADMIN') throw new Refusal('not_found')
    throw new Refusal('wrong_state', reason('project_not_in_trash'))
  }
  const team_id = await getRestoreTeam(ctx, await getProjectTeamId(ctx.tx, projectId))
  if (await isActive(ctx.tx, projectId)) await checkProjectLimit(ctx, team_id)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('projects')
    .set({ deleted_at: null, deleted_by_name: null, team_id })
    .where('id', '=', projectId)
    .where('deleted_at', '>', computeProjectTrashLimit(ctx.now()))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  const audience = await getProjectAudience(ctx.tx, projectId)
  await ctx.tell('project.created', {
    project_id: projectId,
    data: {},
    audience,
    cause: { kind: 'RESTORED' },
  })
  await publishTeamUpdated(ctx, team_id)
  await recordAudit(ctx, { team_id }, { kind: 'PROJECT_RESTORED', project_id: projectId })
  return getVisibleProject(ctx, projectId)
}
