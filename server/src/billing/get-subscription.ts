import type { Subscription } from '@plumbline/contract/billing/subscription'
import type { TeamCtx } from '../context.ts'
import { countSeats } from '../teams/team-reads.ts'
import { getSubscriptionRow } from './accounts.ts'
import type { BillingProvider } from './provider.ts'
import { buildSubscription } from './subscription-reads.ts'

/** The subscription that every company has on a server without billing. */
function buildUnlimitedSubscription(seats_used: number): Subscription {
  return {
    provider: 'none',
    slug: 'self_hosted',
    status: 'ACTIVE',
    currency: 'EUR',
    interval: 'MONTH',
    seats: 0,
    seats_used,
    trial_ends_at: null,
    may_extend: false,
    period_start: null,
    period_end: null,
    cancels_at: null,
    next: null,
    blocks_at: null,
    confirm: null,
    code: null,
  }
}

export const getSubscription =
  (provider: BillingProvider | null) =>
  async (ctx: TeamCtx): Promise<Subscription> => {
    if (provider)
      return buildSubscription(ctx, provider.name, await getSubscriptionRow(ctx.tx, ctx.team.team_id))
    const { members, pending } = await countSeats(ctx.tx, ctx.team.team_id, ctx.now())
    return buildUnlimitedSubscription(members + pending)
  }
