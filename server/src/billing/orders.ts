import type * as api from '@plumbline/contract/billing/billing'
import { EXTENSION_DAYS } from '@plumbline/contract/billing/plans'
import type { Input, TeamCtx } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { seatsInUse } from '../teams/reads.ts'
import { accountOf, holdRow, type Row, readRow, reflect } from './accounts.ts'
import { redeemForTeam } from './codes.ts'
import { endLease, takeLease } from './lease.ts'
import type { Order, Provider, Settle } from './provider.ts'
import { subscriptionOf } from './reads.ts'
import { renewDue } from './renew.ts'
import { DAY_MS, type Decision, decide, type Wish } from './rules.ts'

/** Orders of a company: decided by the rules, carried out by the provider. */

type Start = Pick<Input<typeof api.startSubscription>['body'], 'slug' | 'currency' | 'interval' | 'seats'>

/** What a company asks for, as far as it can be said before its row is known. */
export type RequestOf = (row: Row, used: number) => Wish

export async function decideOn(ctx: TeamCtx, row: Row, asked: RequestOf): Promise<Decision> {
  const { members, pending } = await seatsInUse(ctx.tx, row.team_id, ctx.now())
  const used = members + pending
  const decision = decide(row, asked(row, used), used, ctx.now())
  if ('refuse' in decision) throw new Refusal(decision.refuse, { message: decision.message })
  return decision
}

/** What is left of a code's discount: for good while a subscription goes on, and for the first one after a trial. */
const keptDiscount = (row: Row) => (row.period_start === null ? row.discount_percent : 0)

export const startWish =
  ({ slug, currency, interval = 'MONTH', seats }: Start, discount: number | null): RequestOf =>
  (row, used) =>
    slug === 'free'
      ? { kind: 'FREE' }
      : {
          ...{ kind: 'START', slug, currency, interval, seats: seats ?? Math.max(1, used) },
          discount_percent: discount ?? keptDiscount(row),
        }

/** What we do ourselves: the free plan, and more of a trial. */
async function settleOurs(ctx: TeamCtx, row: Row, kind: 'FREE' | 'EXTEND'): Promise<void> {
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
export const isOrder = (decision: Decision): decision is Order =>
  decision.kind !== 'FREE' && decision.kind !== 'EXTEND' && decision.kind !== 'NONE'

export interface Placing {
  asked: RequestOf
  /** of a sign-up code that the order redeems */
  codeId?: string | null | undefined
}

/**
 * Redeems the code of an order for the company, before anything is charged. A redemption is the company's from then on:
 * when the payment is declined, the next try has it still and counts no other.
 */
async function withCode(ctx: TeamCtx, tx: Tx, { asked, codeId }: Placing): Promise<RequestOf> {
  if (!codeId) return asked
  const { discount_percent } = await redeemForTeam(tx, codeId, ctx.team.team_id, ctx.now())
  return (row, used) => {
    const wish = asked(row, used)
    return wish.kind === 'START' ? { ...wish, discount_percent } : wish
  }
}

interface Placed {
  key: string
  settle: Settle
}

/**
 * A remote provider's part, before the transaction. Who knows that nothing came of it lets the account go; when the
 * outcome is not known, the lease stays, and the job asks for it.
 */
async function placeRemotely(ctx: TeamCtx, provider: Provider, placing: Placing): Promise<Placed | null> {
  const { team_id } = ctx.team
  const key = await takeLease(ctx.tx, team_id, ctx.now())
  try {
    const row = await readRow(ctx.tx, team_id)
    // refused ones redeem nothing
    await decideOn(ctx, row, placing.asked)
    const asked = await inTransaction(ctx.db, (tx) => withCode(ctx, tx, placing))
    const decision = await decideOn(ctx, row, asked)
    if (!isOrder(decision)) {
      await endLease(ctx.tx, team_id, key)
      return null
    }
    const account = await accountOf(ctx.tx, row, ctx.now())
    return { key, settle: await provider.carryOut(account, decision, key) }
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable') await endLease(ctx.tx, team_id, key)
    throw error
  }
}

async function settle(ctx: TeamCtx, provider: Provider, placing: Placing, placed: Placed | null) {
  const { team_id } = ctx.team
  const before = await holdRow(ctx.tx, team_id)
  if (placed) {
    await placed.settle(ctx.tx)
    await endLease(ctx.tx, team_id, placed.key)
  } else {
    const row = await renewDue(ctx, before)
    const asked = await withCode(ctx, ctx.tx, placing)
    const decision = await decideOn(ctx, row, asked)
    if (decision.kind === 'FREE' || decision.kind === 'EXTEND') await settleOurs(ctx, row, decision.kind)
    else if (isOrder(decision)) {
      if (provider.isRemote) throw new Refusal('conflict')
      const account = await accountOf(ctx.tx, row, ctx.now())
      const carry = await provider.carryOut(account, decision, ctx.http.request_id)
      await carry(ctx.tx)
    }
  }
  const { codeId } = placing
  if (codeId)
    await ctx.tx
      .updateTable('subscriptions')
      .set({ code_id: codeId })
      .where('team_id', '=', team_id)
      .execute()
  const row = await reflect(ctx, before)
  return subscriptionOf(ctx, provider.name, row)
}

/** The refusal of everything that changes something where nobody takes money. */
export function demand(provider: Provider | null): Provider {
  if (!provider) throw new Refusal('unavailable', { message: 'Payments are switched off on this server' })
  return provider
}

/** How an endpoint orders: elsewhere before the transaction, here within it. */
export const ordering = <I>(provider: Provider | null, placingOf: (input: I) => Placing) => ({
  prepare: async (ctx: TeamCtx, input: I) => {
    const asked = demand(provider)
    return asked.isRemote ? placeRemotely(ctx, asked, placingOf(input)) : null
  },
  handle: (ctx: TeamCtx, input: I, placed: Placed | null) =>
    settle(ctx, demand(provider), placingOf(input), placed),
})
