import type { BillingInfo } from '@plumbline/contract/billing/billing'
import { reason } from '@plumbline/contract/reasons'
import type { TeamCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { getBillingAccount, getSubscriptionRow, lockSubscription, syncTeamLimits } from './accounts.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import type { BillingAccount, BillingProvider, ResultWriter } from './provider.ts'
import { claimProviderLease, releaseProviderLease } from './provider-lease.ts'
import { isTaxId } from './tax-ids.ts'

export type ProviderCall<T> = (provider: BillingProvider, account: BillingAccount, key: string) => Promise<T>

/** Calls a remote provider before the transaction, under the company's lease; null with the built-in provider. */
export async function callRemoteProvider<T>(
  ctx: TeamCtx,
  provider: BillingProvider | null,
  callProvider: ProviderCall<T>,
  info?: BillingInfo | undefined,
): Promise<RemoteResult<T>> {
  if (!provider?.isRemote) return null
  const { team_id } = ctx.team
  const key = await claimProviderLease(ctx.tx, team_id, ctx.now())
  try {
    const account = await getBillingAccount(ctx.tx, await getSubscriptionRow(ctx.tx, team_id), ctx.now())
    const result = await callProvider(provider, info ? { ...account, info } : account, key)
    return { key, result }
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unavailable')
      await releaseProviderLease(ctx.tx, team_id, key)
    throw error
  }
}

/** Lease key and result of a remote call; null: the built-in provider is called inside the transaction. */
export type RemoteResult<T> = { key: string; result: T } | null

/** Stores the result of a remote call; the built-in provider is remote here, inside the transaction. */
export async function storeCallResult<T>(
  ctx: TeamCtx,
  provider: BillingProvider,
  remote: RemoteResult<T>,
  callProvider: ProviderCall<T>,
  getResultWriter: (result: T) => ResultWriter,
): Promise<T> {
  const { team_id } = ctx.team
  const before = await lockSubscription(ctx.tx, team_id)
  const account = remote ? null : await getBillingAccount(ctx.tx, before, ctx.now())
  const result = account
    ? await callProvider(provider, account, ctx.http.request_id)
    : (remote as { result: T }).result
  await getResultWriter(result)(ctx.tx)
  if (remote) await releaseProviderLease(ctx.tx, team_id, remote.key)
  await syncTeamLimits(ctx, before)
  return result
}

export async function checkPaymentMethod(ctx: TeamCtx, id: string) {
  const methods = await listPaymentMethods(ctx)
  if (!methods.some(({ payment_method_id }) => payment_method_id === id)) throw new Refusal('not_found')
  return methods
}

export function checkBillingInfo({ tax_id }: BillingInfo): void {
  if (tax_id !== null && !isTaxId(tax_id)) {
    const why = reason('bad_vat_number')
    throw new Refusal('bad_request', { reason: why, fields: { tax_id: why } })
  }
}

export const setBillingInfo = (tx: Tx, team_id: string, info: BillingInfo) =>
  tx
    .insertInto('billing_infos')
    .values({ ...info, team_id })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(info))
    .execute()
