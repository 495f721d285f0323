import type * as api from '@plumbline/contract/billing/billing'
import type { Estimate } from '@plumbline/contract/billing/billing'
import { type LimitName, limitNames, planLimits } from '@plumbline/contract/billing/plans'
import { reason } from '@plumbline/contract/reasons'
import type { Handler, Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getBillingAccount, getSubscriptionRow, type SubscriptionRow } from './accounts.ts'
import type { BillingProvider, ChangeEstimate, SubscriptionChange, SubscriptionTerms } from './provider.ts'
import { previewRenewal } from './renew.ts'
import { computeStatus, getPaidTerms, type SubscriptionDecision } from './rules.ts'
import { getUsableSignupCode } from './signup-codes.ts'
import { getTeamUsage } from './subscription-reads.ts'
import {
  buildStartRequest,
  checkProvider,
  decideRequest,
  isSubscriptionChange,
  type RequestBuilder,
} from './subscription-requests.ts'

type EstimateBody = Input<typeof api.estimateSubscription>['body']

/** The request to estimate: a change of the running subscription or the start of one. */
async function buildEstimatedRequest(
  ctx: TeamCtx,
  row: SubscriptionRow,
  body: EstimateBody,
): Promise<RequestBuilder> {
  const terms = computeStatus(row, ctx.now()) === 'EXPIRED' ? null : getPaidTerms(row)
  const { slug, currency, interval, seats, custom_signup_code_id } = body
  if (terms && slug !== 'free') {
    if (currency !== undefined && currency !== terms.currency)
      throw new Refusal('wrong_state', reason('currency_fixed'))
    return () => ({ kind: 'CHANGE', slug, interval, seats, cancel: false })
  }
  const code = custom_signup_code_id
    ? await getUsableSignupCode(ctx.tx, custom_signup_code_id, row.team_id, ctx.now())
    : null
  const start = { slug, currency: currency ?? row.currency, interval, seats }
  return buildStartRequest(start, code)
}

const buildFreeEstimate = (row: SubscriptionRow, now: Date): ChangeEstimate => ({
  currency: row.currency,
  lines: [],
  subtotal: 0,
  tax_percent: null,
  reverse_charge: false,
  tax: 0,
  total: 0,
  due_now: 0,
  starts_at: now.toISOString(),
  per_period: 0,
  next_charge_at: null,
})

/** The terms that apply once the decision has taken effect. */
function getTermsAfter(
  decision: SubscriptionDecision,
  row: SubscriptionRow,
): Pick<Estimate, 'slug' | 'interval' | 'seats'> {
  if (decision.kind === 'START' || decision.kind === 'NOW' || decision.kind === 'NEXT') {
    const { slug, interval, seats } = decision.terms
    return { slug, interval, seats }
  }
  if (decision.kind === 'FREE') return { slug: 'free', interval: row.interval, seats: 0 }
  const {
    slug,
    interval,
    seats,
  }: Pick<SubscriptionTerms, 'interval' | 'seats'> & { slug: SubscriptionRow['slug'] } = row
  return { slug, interval, seats }
}

async function listExceededLimits(
  ctx: TeamCtx,
  after: Pick<Estimate, 'slug' | 'seats'>,
): Promise<Estimate['over']> {
  const usage = await getTeamUsage(ctx, ctx.team.team_id)
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

async function computeSubscriptionEstimate(
  ctx: TeamCtx,
  provider: BillingProvider,
  body: EstimateBody,
): Promise<Estimate> {
  const row = await previewRenewal(ctx, await getSubscriptionRow(ctx.tx, ctx.team.team_id))
  const decision = await decideRequest(ctx, row, await buildEstimatedRequest(ctx, row, body))
  const now = ctx.now()
  const after = getTermsAfter(decision, row)
  const over = await listExceededLimits(ctx, after)
  if (decision.kind === 'FREE') return { ...buildFreeEstimate(row, now), ...after, over }
  const order: SubscriptionChange = isSubscriptionChange(decision) ? decision : { kind: 'STAY' }
  const quote = await provider.estimateChange(await getBillingAccount(ctx.tx, row, now), order)
  return { ...quote, ...after, over }
}

/** Runs in `prepare`, outside of a transaction, because it may call a remote provider; nothing is written. */
export const estimateSubscription = (
  provider: BillingProvider | null,
): Handler<typeof api.estimateSubscription, Estimate> => ({
  prepare: (ctx, { body }) => computeSubscriptionEstimate(ctx, checkProvider(provider), body),
  handle: async (_ctx, _input, estimated) => estimated,
})
