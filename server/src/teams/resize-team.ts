import { reason } from '@plumbline/contract/reasons'
import type * as api from '@plumbline/contract/teams/teams'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishTeamUpdated } from './team-members.ts'
import { countSeats, getPlanSeats, getTeam } from './team-reads.ts'
import { lockTeam } from './update-team.ts'

export async function resizeTeam(ctx: TeamCtx, { body: { max_team_size } }: Input<typeof api.resizeTeam>) {
  const team = await lockTeam(ctx.tx, ctx.team.team_id)
  const { id } = team
  const { members, pending } = await countSeats(ctx.tx, id, ctx.now())
  if (max_team_size !== null && max_team_size < members + pending)
    throw new Refusal(
      'wrong_state',
      reason('seats_in_use', {
        count: members + pending,
      }),
    )
  const allowed = getPlanSeats(ctx, team)
  if (allowed !== null && max_team_size !== null && max_team_size > allowed)
    throw new Refusal('payment_required', reason('plan_seats', { count: allowed }))
  await ctx.tx.updateTable('teams').set({ max_team_size }).where('id', '=', id).execute()
  await publishTeamUpdated(ctx, id)
  await recordAudit(ctx, { team_id: id }, { kind: 'COMPANY_CHANGED', data: { max_team_size } })
  return getTeam(ctx, id)
}
