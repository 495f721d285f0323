import type * as api from '@plumbline/contract/teams/teams'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { decideTeamInvite, getTeamInvite } from './team-invites.ts'
import { addToTeam, listAcquaintances, publishTeamUpdated } from './team-members.ts'
import { countSeats, getPlanSeats } from './team-reads.ts'
import { lockTeam } from './update-team.ts'

export async function acceptTeamInvite(ctx: UserCtx, { params }: Input<typeof api.acceptTeamInvite>) {
  const { user_id } = ctx.actor
  const { id, team_id, role } = await decideTeamInvite(ctx, params, 'APPROVED')
  const team = await lockTeam(ctx.tx, team_id)
  const member = await ctx.tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (member) return getTeamInvite(ctx, id)
  // the invitation reserved its seat, so only members count
  const { members } = await countSeats(ctx.tx, team_id, ctx.now())
  const maxMembers = Math.min(team.max_team_size ?? Infinity, getPlanSeats(ctx, team) ?? Infinity)
  if (members >= maxMembers) throw new Refusal('no_seats')
  await addToTeam(ctx.tx, { team_id, user_id, role })
  await publishTeamUpdated(ctx, team_id, { others: await listAcquaintances(ctx.tx, [user_id]) })
  await recordAudit(ctx, { team_id }, { kind: 'COLLEAGUE_ADDED', person_id: user_id, data: { role } })
  return getTeamInvite(ctx, id)
}
