import type * as api from '@plumbline/contract/billing/billing'
import { EXTENSION_DAYS } from '@plumbline/contract/billing/plans'
import type { Input, TeamCtx } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { seatsInUse } from '../teams/reads.ts'
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
import { redeemSignupCodeForTeam } from './signup-codes.ts'
import { buildSubscription } from './subscription-reads.ts'

/** Orders of a company: decided by the rules, carried out by the provider. */

type StartInput = Pick<
  Input<typeof api.startSubscription>['body'],
  'slug' | 'currency' | 'interval' | 'seats'
>

/** What a company asks for, as far as it can be said before its row is known. */
export type RequestBuilder = (row: SubscriptionRow, used: number) => SubscriptionRequest

export async function decideRequest(
  ctx: TeamCtx,
  row: SubscriptionRow,
  asked: RequestBuilder,
): Promise<SubscriptionDecision> {
  const { members, pending } = await seatsInUse(ctx.tx, row.team_id, ctx.now())
  const used = members + pending
  const decision = decideSubscriptionRequest(row, asked(row, used), used, ctx.now())
  if ('refuse' in decision) throw new Refusal(decision.refuse, { message: decision.message })
  return decision
}

/** What is left of a code's discount: for good while a subscription goes on, and for the first one after a trial. */
const getRemainingDiscount = (row: SubscriptionRow) => (row.period_start === null ? row.discount_percent : 0)

export const buildStartRequest =
  ({ slug, currency, interval = 'MONTH', seats }: StartInput, discount: number | null): RequestBuilder =>
  (row, used) =>
    slug === 'free'
      ? { kind: 'FREE' }
      : {
          ...{ kind: 'START', slug, currency, interval, seats: seats ?? Math.max(1, used) },
          discount_percent: discount ?? getRemainingDiscount(row),
        }

/** What we do ourselves: the free plan, and more of a trial. */
async function updateFreePlanOrTrial(
  ctx: TeamCtx,
  row: SubscriptionRow,
  kind: 'FREE' | 'EXTEND',
): Promise<void> {
  const at = ctx.now()
  const later = new Date(Date.parse(row.trial_ends_at ?? '') + EXTENSION_DAYS * DAY_MS)
  const values =
    kind === 'FREE'
      ? {
          ...{ slug: 'free' as const, seats: 0, next: null },
          ...{ trial_ends_at: null, anchored_at: null, period_start: null, period_end: null },
          ...{ cancels_at: null, unpaid_at: null, ended_at: null },
        }
      : { trial_ends_at: later.toISOString(), extended_at: at.toISOString(), trial_reminded_at: null }
  await ctx.tx.updateTable('subscriptions').set(values).where('team_id', '=', row.team_id).execute()
}

/** With the provider's help or without; `isOrder` leaves the free plan and trials out. */
export const isSubscriptionChange = (decision: SubscriptionDecision): decision is SubscriptionChange =>
  decision.kind !== 'FREE' && decision.kind !== 'EXTEND' && decision.kind !== 'NONE'

export interface RequestedChange {
  buildRequest: RequestBuilder
  /** of a sign-up code that the order redeems */
  signupCodeId?: string | null | undefined
}

/**
 * Redeems the code of an order for the company, before anything is charged. A redemption is the company's from then on:
 * when the payment is declined, the next try has it still and counts no other.
 */
async function redeemCode(
  ctx: TeamCtx,
  tx: Tx,
  { buildRequest: asked, signupCodeId: codeId }: RequestedChange,
): Promise<RequestBuilder> {
  if (!codeId) return asked
  const { discount_percent } = await redeemSignupCodeForTeam(tx, codeId, ctx.team.team_id, ctx.now())
  return (row, used) => {
    const wish = asked(row, used)
    return wish.kind === 'START' ? { ...wish, discount_percent } : wish
  }
}

interface RemoteChange {
  key: string
  writeResult: ResultWriter
}

/**
 * A remote provider's part, before the transaction. Who knows that nothing came of it lets the account go; when the
 * outcome is not known, the lease stays, and the job asks for it.
 */
async function carryOutRemotely(
  ctx: TeamCtx,
  provider: BillingProvider,
  placing: RequestedChange,
): Promise<RemoteChange | null> {
  const { team_id } = ctx.team
  const key = await claimProviderLease(ctx.tx, team_id, ctx.now())
  try {
    const row = await getSubscriptionRow(ctx.tx, team_id)
    // refused ones redeem nothing
    await decideRequest(ctx, row, placing.buildRequest)
    const asked = await inTransaction(ctx.db, (tx) => redeemCode(ctx, tx, placing))
    const decision = await decideRequest(ctx, row, asked)
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
  placing: RequestedChange,
  placed: RemoteChange | null,
) {
  const { team_id } = ctx.team
  const before = await lockSubscription(ctx.tx, team_id)
  if (placed) {
    await placed.writeResult(ctx.tx)
    await releaseProviderLease(ctx.tx, team_id, placed.key)
  } else {
    const row = await renewDuePeriods(ctx, before)
    const asked = await redeemCode(ctx, ctx.tx, placing)
    const decision = await decideRequest(ctx, row, asked)
    if (decision.kind === 'FREE' || decision.kind === 'EXTEND')
      await updateFreePlanOrTrial(ctx, row, decision.kind)
    else if (isSubscriptionChange(decision)) {
      if (provider.isRemote) throw new Refusal('conflict')
      const account = await getBillingAccount(ctx.tx, row, ctx.now())
      const carry = await provider.carryOutChange(account, decision, ctx.http.request_id)
      await carry(ctx.tx)
    }
  }
  const { signupCodeId: codeId } = placing
  if (codeId)
    await ctx.tx
      .updateTable('subscriptions')
      .set({ code_id: codeId })
      .where('team_id', '=', team_id)
      .execute()
  const row = await syncTeamLimits(ctx, before)
  return buildSubscription(ctx, provider.name, row)
}

/** The refusal of everything that changes something where nobody takes money. */
export function checkProvider(provider: BillingProvider | null): BillingProvider {
  if (!provider) throw new Refusal('unavailable', { message: 'Payments are switched off on this server' })
  return provider
}

/** How an endpoint orders: elsewhere before the transaction, here within it. */
export const buildChangeHandler = <I>(
  provider: BillingProvider | null,
  placingOf: (input: I) => RequestedChange,
) => ({
  prepare: async (ctx: TeamCtx, input: I) => {
    const asked = checkProvider(provider)
    return asked.isRemote ? carryOutRemotely(ctx, asked, placingOf(input)) : null
  },
  handle: (ctx: TeamCtx, input: I, placed: RemoteChange | null) =>
    storeChange(ctx, checkProvider(provider), placingOf(input), placed),
})
