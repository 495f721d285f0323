import type { TeamCtx } from '../context.ts'
import { pending } from './invites.ts'

export const listTeamInvites = (ctx: TeamCtx) =>
  pending(ctx.tx, ctx.now()).where('i.team_id', '=', ctx.team.team_id).execute()
