import { MOST_SEATS } from '@plumbline/contract/billing/plans'
import type { TeamCtx } from '../context.ts'
import { selectTeamMembers } from './team-reads.ts'

export function listTeamMembers(ctx: TeamCtx) {
  return selectTeamMembers(ctx.tx, ctx.team.team_id)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('m.user_id')
    .limit(MOST_SEATS)
    .execute()
}
