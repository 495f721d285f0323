import { type PlanSlug, planLimits } from '@plumbline/contract/billing/plans'
import type { TeamCtx } from '../context.ts'
import { getTeam } from '../teams/team-reads.ts'
import { getSubscriptionRow } from './accounts.ts'
import type { BillingProvider } from './provider.ts'
import { computeSeatLimit } from './rules.ts'
import { getTeamUsage } from './subscription-reads.ts'

/** A company's settings, the limits of its plan and its current usage. */
export const getTeamConfiguration = (provider: BillingProvider | null) => async (ctx: TeamCtx) => {
  const { team_id } = ctx.team
  const row = provider && (await getSubscriptionRow(ctx.tx, team_id))
  const slug: PlanSlug = row?.slug ?? 'self_hosted'
  const limits = planLimits[slug]
  const file_bytes = ctx.config.limits.uploadBytes
  return {
    team: await getTeam(ctx, team_id),
    plan: { slug },
    limits: {
      ...limits,
      team_members: row ? computeSeatLimit(row, planLimits.free.team_members) : null,
      file_bytes: limits.file_bytes === null ? file_bytes : Math.min(limits.file_bytes, file_bytes),
    },
    usage: await getTeamUsage(ctx, team_id),
  }
}
