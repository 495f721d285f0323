import { reason } from '@plumbline/contract/reasons'
import { isTeamRoleAtLeast } from '@plumbline/contract/roles'
import type * as api from '@plumbline/contract/teams/teams'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockTeamRoles } from './lock-team-roles.ts'
import { publishTeamUpdated } from './team-members.ts'
import { getTeamMember } from './team-reads.ts'

const setRole = (ctx: TeamCtx, userId: string, role: 'MEMBER' | 'ADMIN' | 'OWNER') =>
  ctx.tx
    .updateTable('team_members')
    .set({ role })
    .where('team_id', '=', ctx.team.team_id)
    .where('user_id', '=', userId)
    .execute()

export async function updateTeamMember(ctx: TeamCtx, { params, body }: Input<typeof api.updateTeamMember>) {
  const { team_id, user_id } = ctx.team
  const { mine, theirs } = await lockTeamRoles(ctx, params.userId)
  if (!isTeamRoleAtLeast(mine, 'ADMIN')) throw new Refusal('forbidden')
  if (body.role === 'OWNER' && mine !== 'OWNER') throw new Refusal('forbidden')
  if (theirs === 'OWNER' && body.role !== 'OWNER') {
    if (mine !== 'OWNER') throw new Refusal('forbidden')
    throw new Refusal('wrong_state', reason('transfer_company_first'))
  }
  if (body.role === 'OWNER' && params.userId !== user_id) await setRole(ctx, user_id, 'ADMIN')
  await setRole(ctx, params.userId, body.role)
  const isDemoted = body.role === 'MEMBER'
  await publishTeamUpdated(ctx, team_id, {
    cause: isDemoted ? { kind: 'DEMOTED', user_id: params.userId, by: user_id } : { kind: 'CHANGED' },
  })
  await recordAudit(
    ctx,
    { team_id },
    { kind: 'COLLEAGUE_ROLE_CHANGED', person_id: params.userId, data: { from: theirs, to: body.role } },
  )
  return getTeamMember(ctx.tx, team_id, params.userId)
}
