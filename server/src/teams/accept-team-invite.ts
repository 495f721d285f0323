import type * as api from '@plumbline/contract/teams/teams'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { decide, readInvite } from './invites.ts'
import { acquaintancesOf, joinTeam, tellTeam } from './members.ts'
import { planSeats, seatsInUse } from './reads.ts'
import { lockTeam } from './update-team.ts'

export async function acceptTeamInvite(ctx: UserCtx, { params }: Input<typeof api.acceptTeamInvite>) {
  const { user_id } = ctx.actor
  const { id, team_id, role } = await decide(ctx, params, 'APPROVED')
  const team = await lockTeam(ctx.tx, team_id)
  const member = await ctx.tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (member) return readInvite(ctx, id)
  // the invitation has reserved its seat, so only members count here
  const { members } = await seatsInUse(ctx.tx, team_id, ctx.now())
  const most = Math.min(team.max_team_size ?? Infinity, planSeats(ctx, team) ?? Infinity)
  if (members >= most) throw new Refusal('no_seats')
  await joinTeam(ctx.tx, { team_id, user_id, role })
  await tellTeam(ctx, team_id, { others: await acquaintancesOf(ctx.tx, [user_id]) })
  return readInvite(ctx, id)
}
