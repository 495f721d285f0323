import type * as api from '@plumbline/contract/billing/billing'
import type { BillingInfo } from '@plumbline/contract/billing/billing'
import type { Handler, Input, TeamCtx } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { accountOf, holdRow, readBuyer, readRow, reflect, tellBilling } from './accounts.ts'
import { endLease, takeLease } from './lease.ts'
import { demand } from './orders.ts'
import type { Account, MethodSetup, Provider, Settle } from './provider.ts'
import { goesOn, showMethods } from './reads.ts'
import { isTaxId } from './tax-ids.ts'

/** How a company pays, and who it is invoiced as. */

const HOUR_S = 3600
const MOST_SETUPS = 30

type Call<T> = (provider: Provider, account: Account, key: string) => Promise<T>

/** Asks a remote provider before the transaction, one call at a time for each company. */
async function call<T>(
  ctx: TeamCtx,
  provider: Provider | null,
  work: Call<T>,
  info?: BillingInfo | undefined,
): Promise<{ key: string; result: T } | null> {
  if (!provider?.isRemote) return null
  const { team_id } = ctx.team
  const key = await takeLease(ctx.tx, team_id, ctx.now())
  try {
    const account = await accountOf(ctx.tx, await readRow(ctx.tx, team_id), ctx.now())
    const result = await work(provider, info ? { ...account, info } : account, key)
    return { key, result }
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable') await endLease(ctx.tx, team_id, key)
    throw error
  }
}

type Called<T> = { key: string; result: T } | null

/** Writes down what came of a call, or makes it now, where the provider is this server. */
async function settleCall<T>(
  ctx: TeamCtx,
  provider: Provider,
  called: Called<T>,
  work: Call<T>,
  settleOf: (result: T) => Settle,
): Promise<T> {
  const { team_id } = ctx.team
  const before = await holdRow(ctx.tx, team_id)
  const account = called ? null : await accountOf(ctx.tx, before, ctx.now())
  const result = account
    ? await work(provider, account, ctx.http.request_id)
    : (called as { result: T }).result
  await settleOf(result)(ctx.tx)
  if (called) await endLease(ctx.tx, team_id, called.key)
  await reflect(ctx, before)
  return result
}

const asIs = (settle: Settle) => settle

export const addMethod = (
  provider: Provider | null,
): Handler<typeof api.addPaymentMethod, Called<MethodSetup>> => {
  const work: Call<MethodSetup> = (asked, account, key) => asked.addMethod(account, key)
  return {
    prepare: async (ctx) => {
      await ctx.limit(`payment-method:${ctx.team.team_id}`, MOST_SETUPS, HOUR_S)
      return call(ctx, demand(provider), work)
    },
    handle: async (ctx, _input, called) => {
      const asked = demand(provider)
      const setup = await settleCall(ctx, asked, called, work, ({ settle }) => settle)
      const { client_secret, publishable_key } = setup
      return { provider: asked.name, client_secret, publishable_key }
    },
  }
}

async function demandMethod(ctx: TeamCtx, id: string) {
  const methods = await showMethods(ctx)
  if (!methods.some(({ payment_method_id }) => payment_method_id === id)) throw new Refusal('not_found')
  return methods
}

/** One that was added a moment ago is known there before it is said to be. */
async function demandNewest(ctx: TeamCtx, provider: Provider, account: Account, id: string) {
  const known = await showMethods(ctx)
  if (known.some(({ payment_method_id }) => payment_method_id === id)) return
  const settle = await provider.refresh(account)
  await inTransaction(ctx.db, settle)
  await demandMethod(ctx, id)
}

export const chooseMethod = (
  provider: Provider | null,
): Handler<typeof api.choosePaymentMethod, Called<Settle>> => {
  const workOf =
    ({ payment_method_id, billing_info }: Input<typeof api.choosePaymentMethod>['body']): Call<Settle> =>
    async (asked, account, key) => {
      // who is invoiced is told first: it may be refused
      if (billing_info) await asked.changeInfo({ ...account, info: billing_info }, key)
      return asked.chooseMethod(account, payment_method_id, key)
    }
  return {
    prepare: async (ctx, { body }) => {
      if (body.billing_info) checkInfo(body.billing_info)
      return call(ctx, demand(provider), async (asked, account, key) => {
        await demandNewest(ctx, asked, account, body.payment_method_id)
        return workOf(body)(asked, account, key)
      })
    },
    handle: async (ctx, { body }, called) => {
      if (!called) await demandMethod(ctx, body.payment_method_id)
      await settleCall(ctx, demand(provider), called, workOf(body), asIs)
      if (body.billing_info) await saveInfo(ctx.tx, ctx.team.team_id, body.billing_info)
      return showMethods(ctx)
    },
  }
}

/** The last one stays while something has to be paid with it. */
async function mayRemove(ctx: TeamCtx, id: string): Promise<void> {
  const methods = await demandMethod(ctx, id)
  const row = await readRow(ctx.tx, ctx.team.team_id)
  if (methods.length === 1 && goesOn(row, ctx.now()))
    throw new Refusal('wrong_state', {
      message: 'The last payment method stays as long as the subscription goes on',
    })
}

export const removeMethod = (
  provider: Provider | null,
): Handler<typeof api.removePaymentMethod, Called<Settle>> => {
  const workOf =
    (id: string): Call<Settle> =>
    (asked, account, key) =>
      asked.removeMethod(account, id, key)
  return {
    prepare: (ctx, { params: { pmId } }) =>
      call(ctx, demand(provider), async (...asked) => {
        // while no other call goes on: of two at once that remove the last two, one is refused
        await mayRemove(ctx, pmId)
        return workOf(pmId)(...asked)
      }),
    handle: async (ctx, { params }, called) => {
      if (!called) {
        await holdRow(ctx.tx, ctx.team.team_id)
        await mayRemove(ctx, params.pmId)
      }
      await settleCall(ctx, demand(provider), called, workOf(params.pmId), asIs)
    },
  }
}

function checkInfo({ tax_id }: BillingInfo): void {
  if (tax_id !== null && !isTaxId(tax_id)) {
    const message = 'This is not a valid VAT number'
    throw new Refusal('bad_request', { message, fields: { tax_id: message } })
  }
}

const saveInfo = (tx: Tx, team_id: string, info: BillingInfo) =>
  tx
    .insertInto('billing_infos')
    .values({ ...info, team_id })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(info))
    .execute()

export const showInfo = async (ctx: TeamCtx) => (await readBuyer(ctx.tx, ctx.team.team_id)).info

/** Kept on servers without billing, too: it is the company's own. */
export const changeInfo = (
  provider: Provider | null,
): Handler<typeof api.updateBillingInfo, Called<Settle>> => {
  const work: Call<Settle> = (asked, account, key) => asked.changeInfo(account, key)
  return {
    prepare: async (ctx, { body }) => {
      checkInfo(body)
      return call(ctx, provider, work, body)
    },
    handle: async (ctx, { body }, called) => {
      const { team_id } = ctx.team
      await saveInfo(ctx.tx, team_id, body)
      if (provider) await settleCall(ctx, provider, called, work, asIs)
      else await tellBilling(ctx, team_id)
      return showInfo(ctx)
    },
  }
}
