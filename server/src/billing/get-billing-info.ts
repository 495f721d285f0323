import type { TeamCtx } from '../context.ts'
import { readBuyer } from './accounts.ts'

export const getBillingInfo = async (ctx: TeamCtx) => (await readBuyer(ctx.tx, ctx.team.team_id)).info
