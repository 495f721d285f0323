import { reason } from '@plumbline/contract/reasons'
import { isTeamRoleAtLeast } from '@plumbline/contract/roles'
import type * as api from '@plumbline/contract/teams/teams'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockTeamRoles } from './lock-team-roles.ts'
import { cancelTeamInvitesOf } from './team-invites.ts'
import { listAcquaintances, publishTeamUpdated, removeFromTeam } from './team-members.ts'

export async function removeTeamMember(
  ctx: TeamCtx,
  { params }: Input<typeof api.removeTeamMember>,
): Promise<void> {
  const { team_id, user_id } = ctx.team
  const { mine, theirs } = await lockTeamRoles(ctx, params.userId)
  const leaves = params.userId === user_id
  if (!leaves && (!isTeamRoleAtLeast(mine, 'ADMIN') || theirs === 'OWNER')) throw new Refusal('forbidden')
  if (theirs === 'OWNER') throw new Refusal('wrong_state', reason('owner_cannot_leave'))
  await cancelTeamInvitesOf(ctx, params.userId)
  const others = await listAcquaintances(ctx.tx, [params.userId])
  await removeFromTeam(ctx.tx, team_id, [params.userId])
  await publishTeamUpdated(ctx, team_id, {
    others,
    cause: { kind: 'LEFT', user_id: params.userId, by: user_id },
  })
  await recordAudit(
    ctx,
    { team_id },
    { kind: 'COLLEAGUE_REMOVED', person_id: params.userId, data: { role: theirs } },
  )
}
