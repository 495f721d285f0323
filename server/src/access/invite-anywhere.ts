import type * as api from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import { isLevelAtLeast, isTeamRoleAtLeast, projectRoles, suggestLevel } from '@plumbline/contract/roles'
import type { Handler, Input, UserCtx } from '../context.ts'
import { checkPaid } from '../http/check-paid.ts'
import { Refusal } from '../http/refusal.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { checkInviteLimit, createTeamInvite } from '../teams/team-invites.ts'
import { findTeamMember } from '../teams/team-members.ts'
import { createProjectInvite } from './project-invites.ts'

const refuseRole = () => new Refusal('bad_request', { fields: { role: reason('role_not_available') } })

async function createInviteFor(ctx: UserCtx, { body }: Input<typeof api.inviteAnywhere>) {
  const { project_id, team_id, email } = body
  const { user_id } = ctx.actor
  if (project_id) {
    const member = await findProjectMember(ctx.tx, user_id, project_id)
    if (!member) throw new Refusal('not_found')
    if (!isLevelAtLeast(member.permission_level, 'ADMIN')) throw new Refusal('forbidden')
    checkPaid(ctx, member.blocks_at)
    const role = body.role === undefined ? 'OTHER' : projectRoles.find((known) => known === body.role)
    if (!role) throw refuseRole()
    const permission_level = body.permission_level ?? suggestLevel(role)
    return {
      ...(await createProjectInvite(ctx, { project_id, email, role, permission_level })),
      team_id: null,
    }
  }
  const member = team_id ? await findTeamMember(ctx.tx, user_id, team_id) : null
  if (!member) throw new Refusal('not_found')
  if (!isTeamRoleAtLeast(member.role, 'ADMIN')) throw new Refusal('forbidden')
  const { role = 'MEMBER' } = body
  if (role !== 'MEMBER' && role !== 'ADMIN') throw refuseRole()
  return { ...(await createTeamInvite(ctx, member.team_id, { email, role })), project_id: null }
}

export const inviteAnywhere: Handler<typeof api.inviteAnywhere, void> = {
  prepare: checkInviteLimit,
  handle: createInviteFor,
}
