import type { BillingInfo } from '@plumbline/contract/billing/billing'
import type { TeamCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { accountOf, holdRow, readRow, reflect } from './accounts.ts'
import { endLease, takeLease } from './lease.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import type { Account, Provider, Settle } from './provider.ts'
import { isTaxId } from './tax-ids.ts'
export type Call<T> = (provider: Provider, account: Account, key: string) => Promise<T>

/** Asks a remote provider before the transaction, one call at a time for each company. */
export async function call<T>(
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

export type Called<T> = { key: string; result: T } | null

/** Writes down what came of a call, or makes it now, where the provider is this server. */
export async function settleCall<T>(
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

export const asIs = (settle: Settle) => settle

export async function demandMethod(ctx: TeamCtx, id: string) {
  const methods = await listPaymentMethods(ctx)
  if (!methods.some(({ payment_method_id }) => payment_method_id === id)) throw new Refusal('not_found')
  return methods
}

export function checkInfo({ tax_id }: BillingInfo): void {
  if (tax_id !== null && !isTaxId(tax_id)) {
    const message = 'This is not a valid VAT number'
    throw new Refusal('bad_request', { message, fields: { tax_id: message } })
  }
}

export const saveInfo = (tx: Tx, team_id: string, info: BillingInfo) =>
  tx
    .insertInto('billing_infos')
    .values({ ...info, team_id })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(info))
    .execute()
