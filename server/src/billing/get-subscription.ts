import type { Subscription } from '@plumbline/contract/billing/billing'
import type { TeamCtx } from '../context.ts'
import { seatsInUse } from '../teams/reads.ts'
import { readRow } from './accounts.ts'
import type { Provider } from './provider.ts'
import { subscriptionOf } from './reads.ts'

/** What a company sees of its subscription. Nothing here asks a provider. */

/** Where nobody takes money everything is allowed. */
function unlimited(seats_used: number): Subscription {
  return {
    ...{ provider: 'none', slug: 'self_hosted', status: 'ACTIVE', currency: 'EUR', interval: 'MONTH' },
    ...{ seats: 0, seats_used, trial_ends_at: null, may_extend: false, period_start: null, period_end: null },
    ...{ cancels_at: null, next: null, blocks_at: null, confirm: null, code: null },
  }
}

export const getSubscription =
  (provider: Provider | null) =>
  async (ctx: TeamCtx): Promise<Subscription> => {
    if (provider) return subscriptionOf(ctx, provider.name, await readRow(ctx.tx, ctx.team.team_id))
    const { members, pending } = await seatsInUse(ctx.tx, ctx.team.team_id, ctx.now())
    return unlimited(members + pending)
  }
