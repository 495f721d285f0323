import type * as api from '@plumbline/contract/access/access'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { getProjectMember } from './member-reads.ts'
import { cancelInvitesOf } from './project-invites.ts'
import { checkStillAdministers, lockProjectMember } from './project-members.ts'

export async function updateMember(ctx: ProjectCtx, { params, body }: Input<typeof api.updateMember>) {
  const { project_id, user_id: by } = ctx.member
  const user_id = params.userId
  const staysAdmin = (body.permission_level ?? 'ADMIN') === 'ADMIN'
  const before = await lockProjectMember(ctx, user_id, { staysAdmin })
  const { role, permission_level } = { ...before, ...body }
  await checkStillAdministers(ctx)
  // accepting an earlier invitation would raise the level again
  await cancelInvitesOf(ctx, { user_id, project_ids: [project_id], by })
  await ctx.tx
    .updateTable('project_members')
    .set(body)
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  await ctx.tell('member.updated', {
    project_id,
    data: { user_id },
    audience: { level: 'VIEWER' },
    cause: isLevelAtLeast(permission_level, 'CONTRIBUTOR')
      ? { kind: 'CHANGED' }
      : { kind: 'DEMOTED', user_id, by },
  })
  await recordAudit(
    ctx,
    { project_id },
    {
      kind: 'MEMBER_CHANGED',
      person_id: user_id,
      data: { from: before.permission_level, role, permission_level },
    },
  )
  return getProjectMember(ctx.tx, project_id, user_id)
}
