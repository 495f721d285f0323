import type * as api from '@plumbline/contract/billing/billing'
import { EXTENSION_DAYS } from '@plumbline/contract/billing/plans'
import { reason } from '@plumbline/contract/reasons'
import type { Input, TeamCtx } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { countSeats } from '../teams/team-reads.ts'
import {
  getBillingAccount,
  getSubscriptionRow,
  lockSubscription,
  type SubscriptionRow,
  syncTeamLimits,
} from './accounts.ts'
import type { BillingProvider, ResultWriter, SubscriptionChange } from './provider.ts'
import { claimProviderLease, releaseProviderLease } from './provider-lease.ts'
import { renewDuePeriods } from './renew.ts'
import {
  DAY_MS,
  decideSubscriptionRequest,
  type SubscriptionDecision,
  type SubscriptionRequest,
} from './rules.ts'
import { redeemSignupCodeForTeam, type SignupCodeRow } from './signup-codes.ts'
import { buildSubscription } from './subscription-reads.ts'

/** Subscription requests of a company: the rules decide them, the provider carries the changes out. */

type StartInput = Pick<
  Input<typeof api.startSubscription>['body'],
  'slug' | 'currency' | 'interval' | 'seats'
>

/** Builds a request once the subscription row and the number of seats in use are known. */
export type RequestBuilder = (row: SubscriptionRow, seatsUsed: number) => SubscriptionRequest

export async function decideRequest(
  ctx: TeamCtx,
  row: SubscriptionRow,
  buildRequest: RequestBuilder,
): Promise<SubscriptionDecision> {
  const { members, pending } = await countSeats(ctx.tx, row.team_id, ctx.now())
  const seatsUsed = members + pending
  const decision = decideSubscriptionRequest(row, buildRequest(row, seatsUsed), seatsUsed, ctx.now())
  if ('refuse' in decision) throw new Refusal(decision.refuse, decision.reason)
  return decision
}

/** The discount of a sign-up code applies to the first subscription after a trial, for as long as that one runs. */
const getRemainingDiscount = (row: SubscriptionRow) => (row.period_start === null ? row.discount_percent : 0)

const getDiscount = (row: SubscriptionRow, code: SignupCodeRow | null) =>
  code && code.id !== row.code_id ? code.discount_percent : getRemainingDiscount(row)

export const buildStartRequest =
  ({ slug, currency, interval = 'MONTH', seats }: StartInput, code: SignupCodeRow | null): RequestBuilder =>
  (row, seatsUsed) =>
    slug === 'free'
      ? { kind: 'FREE' }
      : {
          kind: 'START',
          slug,
          currency,
          interval,
          seats: seats ?? Math.max(1, seatsUsed),
          discount_percent: getDiscount(row, code),
        }

/** Switches to the free plan or extends a trial: changes that involve no provider. */
async function updateFreePlanOrTrial(
  ctx: TeamCtx,
  row: SubscriptionRow,
  kind: 'FREE' | 'EXTEND',
): Promise<void> {
  const extendedEnd = new Date(Date.parse(row.trial_ends_at ?? '') + EXTENSION_DAYS * DAY_MS)
  const values =
    kind === 'FREE'
      ? {
          slug: 'free' as const,
          seats: 0,
          next: null,
          trial_ends_at: null,
          anchored_at: null,
          period_start: null,
          period_end: null,
          cancels_at: null,
          unpaid_at: null,
          ended_at: null,
          discount_percent: getRemainingDiscount(row),
        }
      : {
          trial_ends_at: extendedEnd.toISOString(),
          extended_at: ctx.now().toISOString(),
          trial_reminded_at: null,
        }
  await ctx.tx.updateTable('subscriptions').set(values).where('team_id', '=', row.team_id).execute()
}

/** True for decisions that the provider carries out: not for the free plan and trial extensions. */
export const isSubscriptionChange = (decision: SubscriptionDecision): decision is SubscriptionChange =>
  decision.kind !== 'FREE' && decision.kind !== 'EXTEND' && decision.kind !== 'NONE'

export interface RequestedChange {
  buildRequest: RequestBuilder
  /** sign-up code to redeem with the request */
  signupCodeId?: string | null | undefined
}

/**
 * Redeems the sign-up code of a request before anything is charged. The redemption stays with the company, so a retry
 * after a declined payment keeps the discount and counts no second redemption.
 */
async function redeemCode(
  ctx: TeamCtx,
  tx: Tx,
  { buildRequest, signupCodeId }: RequestedChange,
): Promise<RequestBuilder> {
  if (!signupCodeId) return buildRequest
  const code = await redeemSignupCodeForTeam(tx, signupCodeId, ctx.team.team_id, ctx.now())
  return (row, seatsUsed) => {
    const request = buildRequest(row, seatsUsed)
    return request.kind === 'START' ? { ...request, discount_percent: getDiscount(row, code) } : request
  }
}

interface RemoteChange {
  key: string
  writeResult: ResultWriter
}

/**
 * Carries a change out at a remote provider, before the transaction. A refusal releases the lease; after an unknown
 * outcome the lease stays, and the billing schedule fetches the result.
 */
async function carryOutRemotely(
  ctx: TeamCtx,
  provider: BillingProvider,
  requested: RequestedChange,
): Promise<RemoteChange | null> {
  const { team_id } = ctx.team
  const key = await claimProviderLease(ctx.tx, team_id, ctx.now())
  try {
    const row = await getSubscriptionRow(ctx.tx, team_id)
    // decided once before, so that a refused request redeems no code
    await decideRequest(ctx, row, requested.buildRequest)
    const buildRequest = await inTransaction(ctx.db, (tx) => redeemCode(ctx, tx, requested))
    const decision = await decideRequest(ctx, row, buildRequest)
    if (!isSubscriptionChange(decision)) {
      await releaseProviderLease(ctx.tx, team_id, key)
      return null
    }
    const account = await getBillingAccount(ctx.tx, row, ctx.now())
    return { key, writeResult: await provider.carryOutChange(account, decision, key) }
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable')
      await releaseProviderLease(ctx.tx, team_id, key)
    throw error
  }
}

async function storeChange(
  ctx: TeamCtx,
  provider: BillingProvider,
  requested: RequestedChange,
  remote: RemoteChange | null,
) {
  const { team_id } = ctx.team
  const before = await lockSubscription(ctx.tx, team_id)
  if (remote) {
    await remote.writeResult(ctx.tx)
    await releaseProviderLease(ctx.tx, team_id, remote.key)
  } else {
    const row = await renewDuePeriods(ctx, before)
    const buildRequest = await redeemCode(ctx, ctx.tx, requested)
    const decision = await decideRequest(ctx, row, buildRequest)
    if (decision.kind === 'FREE' || decision.kind === 'EXTEND')
      await updateFreePlanOrTrial(ctx, row, decision.kind)
    else if (isSubscriptionChange(decision)) {
      if (provider.isRemote) throw new Refusal('conflict')
      const account = await getBillingAccount(ctx.tx, row, ctx.now())
      const writeResult = await provider.carryOutChange(account, decision, ctx.http.request_id)
      await writeResult(ctx.tx)
    }
  }
  const { signupCodeId } = requested
  if (signupCodeId)
    await ctx.tx
      .updateTable('subscriptions')
      .set({ code_id: signupCodeId })
      .where('team_id', '=', team_id)
      .execute()
  const row = await syncTeamLimits(ctx, before)
  return buildSubscription(ctx, provider.name, row)
}

/** Refuses billing changes on a server without billing. */
export function checkProvider(provider: BillingProvider | null): BillingProvider {
  if (!provider) throw new Refusal('unavailable', reason('payments_off'))
  return provider
}

/** Handler of a subscription change: a remote provider is called before the transaction, the built-in one within it. */
export const buildChangeHandler = <I>(
  provider: BillingProvider | null,
  getRequestedChange: (input: I) => RequestedChange,
) => ({
  prepare: async (ctx: TeamCtx, input: I) => {
    const checked = checkProvider(provider)
    return checked.isRemote ? carryOutRemotely(ctx, checked, getRequestedChange(input)) : null
  },
  handle: (ctx: TeamCtx, input: I, remote: RemoteChange | null) =>
    storeChange(ctx, checkProvider(provider), getRequestedChange(input), remote),
})
