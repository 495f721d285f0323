import type { TeamCtx } from '../context.ts'
import { getBuyer } from './accounts.ts'

export const getBillingInfo = async (ctx: TeamCtx) => (await getBuyer(ctx.tx, ctx.team.team_id)).info
