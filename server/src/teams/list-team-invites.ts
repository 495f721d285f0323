import type { TeamCtx } from '../context.ts'
import { selectPendingTeamInvites } from './team-invites.ts'

export const listTeamInvites = (ctx: TeamCtx) =>
  selectPendingTeamInvites(ctx.tx, ctx.now()).where('i.team_id', '=', ctx.team.team_id).execute()
