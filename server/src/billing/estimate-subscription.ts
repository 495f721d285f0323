import type * as api from '@plumbline/contract/billing/billing'
import type { Estimate } from '@plumbline/contract/billing/billing'
import { type LimitName, limitNames, planLimits } from '@plumbline/contract/billing/plans'
import type { Handler, Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { accountOf, type Row, readRow } from './accounts.ts'
import { termsOfCode } from './codes.ts'
import { decideOn, demand, isOrder, type RequestOf, startWish } from './orders.ts'
import type { Order, Provider, Quote, Terms } from './provider.ts'
import { usageOf } from './reads.ts'
import { asRenewed } from './renew.ts'
import { type Decision, statusAt, termsOf } from './rules.ts'

type EstimateBody = Input<typeof api.estimateSubscription>['body']

/** What a change of the present subscription would be, or the beginning of one. */
async function estimatedWish(ctx: TeamCtx, row: Row, body: EstimateBody): Promise<RequestOf> {
  const terms = statusAt(row, ctx.now()) === 'EXPIRED' ? null : termsOf(row)
  const { slug, currency, interval, seats, custom_signup_code_id } = body
  if (terms && slug !== 'free') {
    if (currency !== undefined && currency !== terms.currency)
      throw new Refusal('wrong_state', {
        message: 'The currency stays as long as the subscription goes on',
      })
    return () => ({ kind: 'CHANGE', slug, interval, seats, cancel: false })
  }
  const code = custom_signup_code_id
    ? await termsOfCode(ctx.tx, custom_signup_code_id, row.team_id, ctx.now())
    : null
  const start = { slug, currency: currency ?? row.currency, interval, seats }
  return startWish(start, code?.discount_percent ?? null)
}

const freeQuote = (row: Row, now: Date): Quote => ({
  ...{
    currency: row.currency,
    lines: [],
    subtotal: 0,
    tax_percent: null,
    reverse_charge: false,
    tax: 0,
    total: 0,
  },
  ...{ due_now: 0, starts_at: now.toISOString(), per_period: 0, next_charge_at: null },
})

/** The terms that hold once it has taken effect. */
function termsAfter(decision: Decision, row: Row): Pick<Estimate, 'slug' | 'interval' | 'seats'> {
  if (decision.kind === 'START' || decision.kind === 'NOW' || decision.kind === 'NEXT') {
    const { slug, interval, seats } = decision.terms
    return { slug, interval, seats }
  }
  if (decision.kind === 'FREE') return { slug: 'free', interval: row.interval, seats: 0 }
  const { slug, interval, seats }: Pick<Terms, 'interval' | 'seats'> & { slug: Row['slug'] } = row
  return { slug, interval, seats }
}

async function overOf(ctx: TeamCtx, after: Pick<Estimate, 'slug' | 'seats'>): Promise<Estimate['over']> {
  const usage = await usageOf(ctx, ctx.team.team_id)
  const used: Record<LimitName, number> = {
    active_projects: usage.active_projects,
    team_members: usage.team_members + usage.pending_invites,
    storage_bytes: usage.storage_bytes,
    file_bytes: 0,
  }
  return limitNames.flatMap((limit) => {
    const isBySeat = limit === 'team_members' && after.slug !== 'free'
    const max = isBySeat ? after.seats : planLimits[after.slug][limit]
    return max !== null && used[limit] > max ? [{ limit, max, used: used[limit] }] : []
  })
}

async function estimate(ctx: TeamCtx, provider: Provider, body: EstimateBody): Promise<Estimate> {
  const row = await asRenewed(ctx, await readRow(ctx.tx, ctx.team.team_id))
  const decision = await decideOn(ctx, row, await estimatedWish(ctx, row, body))
  const now = ctx.now()
  const after = termsAfter(decision, row)
  const over = await overOf(ctx, after)
  if (decision.kind === 'FREE') return { ...freeQuote(row, now), ...after, over }
  const order: Order = isOrder(decision) ? decision : { kind: 'STAY' }
  const quote = await provider.estimate(await accountOf(ctx.tx, row, now), order)
  return { ...quote, ...after, over }
}

/** Estimated in `prepare`, outside of a transaction, because a remote provider is asked: nothing is written. */
export const estimateSubscription = (
  provider: Provider | null,
): Handler<typeof api.estimateSubscription, Estimate> => ({
  prepare: (ctx, { body }) => estimate(ctx, demand(provider), body),
  handle: async (_ctx, _input, estimated) => estimated,
})
