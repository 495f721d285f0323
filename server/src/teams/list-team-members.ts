import type { TeamCtx } from '../context.ts'
import { memberRows } from './reads.ts'

export function listTeamMembers(ctx: TeamCtx) {
  return memberRows(ctx.tx, ctx.team.team_id)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('m.user_id')
    .limit(5000)
    .execute()
}
