import type { TeamCtx } from '../context.ts'
import { closeTeam } from './close-team.ts'

export const deleteTeam = (ctx: TeamCtx) => closeTeam(ctx, ctx.team.team_id)
