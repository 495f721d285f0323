import type * as api from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { cancelInvitesOf } from './project-invites.ts'
import { checkStillAdministers, lockProjectMember, publishRemoved } from './project-members.ts'

async function checkNewAssignee(ctx: ProjectCtx, userId: string, leaving: string) {
  const member = await findProjectMember(ctx.tx, userId, ctx.member.project_id)
  if (userId !== leaving && member && isLevelAtLeast(member.permission_level, 'CONTRIBUTOR')) return
  const why = reason('new_assignee_cannot_work')
  throw new Refusal('bad_request', { reason: why, fields: { reassign_to: why } })
}

export async function removeMember(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.removeMember>,
): Promise<void> {
  const { project_id, user_id: by, permission_level } = ctx.member
  const user_id = params.userId
  if (user_id !== by && permission_level !== 'ADMIN') throw new Refusal('forbidden')
  await lockProjectMember(ctx, user_id, { staysAdmin: false, successor: query.reassign_to })
  if (user_id !== by) await checkStillAdministers(ctx)
  if (query.reassign_to) await checkNewAssignee(ctx, query.reassign_to, user_id)
  await cancelInvitesOf(ctx, { user_id, project_ids: [project_id], by })
  await ctx.tx
    .deleteFrom('project_members')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  await publishRemoved(ctx, project_id, { user_id, by, reassign_to: query.reassign_to ?? null })
}
