import { type PlanSlug, planLimits } from '@plumbline/contract/billing/plans'
import type { TeamCtx } from '../context.ts'
import { readTeam } from '../teams/reads.ts'
import { readRow } from './accounts.ts'
import type { Provider } from './provider.ts'
import { usageOf } from './reads.ts'
import { seatLimit } from './rules.ts'

/** A company's settings, the limits of its plan and what is in use. */
export const getTeamConfiguration = (provider: Provider | null) => async (ctx: TeamCtx) => {
  const { team_id } = ctx.team
  const row = provider && (await readRow(ctx.tx, team_id))
  const slug: PlanSlug = row?.slug ?? 'self_hosted'
  const limits = planLimits[slug]
  const file_bytes = ctx.config.limits.uploadBytes
  return {
    team: await readTeam(ctx, team_id),
    plan: { slug },
    limits: {
      ...limits,
      team_members: row ? seatLimit(row, planLimits.free.team_members) : null,
      file_bytes: limits.file_bytes === null ? file_bytes : Math.min(limits.file_bytes, file_bytes),
    },
    usage: await usageOf(ctx, team_id),
  }
}
