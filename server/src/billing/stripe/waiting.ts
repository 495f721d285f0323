import type Stripe from 'stripe'
import type { Account } from '../provider.ts'
import { GIVEN_UP_MS } from '../rules.ts'
import type { Connection } from './client.ts'
import { changeNext } from './next-period.ts'
import { hasBegun, intentFor, withdraw } from './payment.ts'
import {
  isLive,
  itemOf,
  latestInvoice,
  nextTerms,
  scheduleOf,
  termsOf,
  termsText,
  whole,
} from './subscription.ts'

/**
 * A change at once may wait for its payment, because the person's bank asks whether they mean it. Nothing has changed
 * until then: what it is to replace is noted in the subscription's metadata and put back when the payment fails. That
 * is what was to begin with the next period, whose schedule has to make way for such a change, or a cancellation, which
 * stands until the change is paid for.
 */

const CANCELLATION = 'cancellation'

/** What is noted of a change before it is ordered. */
export async function noteOf({ catalogue }: Connection, before: Stripe.Subscription, key: string) {
  const next = await nextTerms(before, catalogue)
  return {
    order: key,
    from: termsText(await termsOf(before, catalogue)),
    replaces: before.cancel_at_period_end ? CANCELLATION : next ? termsText(next) : '',
  }
}

const forgotten = { from: '', replaces: '' }

/** What is put back has to be there when the next period begins, so such a change waits no longer than this. */
function isInTime(subscription: Stripe.Subscription, { now }: Account): boolean {
  const { replaces } = subscription.metadata
  if (!replaces || replaces === CANCELLATION) return true
  return itemOf(subscription).current_period_end * 1000 - now.getTime() > GIVEN_UP_MS
}

/** Whether the payment may still come; a change whose payment failed, or whose time is up, is withdrawn. */
async function waits(connection: Connection, subscription: Stripe.Subscription, account: Account) {
  if (!subscription.pending_update) return false
  const invoice = latestInvoice(subscription)
  if (isInTime(subscription, account) && hasBegun(await intentFor(connection, invoice))) return true
  await withdraw(connection, invoice)
  return false
}

/** Does what is left to do once it is known whether a change was paid for. */
export async function conclude(
  connection: Connection,
  account: Account,
  id: string,
): Promise<'NONE' | 'WAITS' | 'PAID' | 'FAILED'> {
  const { api, catalogue } = connection
  const before = await whole(connection, id)
  if (!isLive(before) || !before.metadata.from) return 'NONE'
  if (await waits(connection, before, account)) return 'WAITS'
  const subscription = await whole(connection, id)
  const { from, order, replaces } = subscription.metadata
  const isPaid = termsText(await termsOf(subscription, catalogue)) !== from
  if (isPaid && replaces === CANCELLATION && subscription.cancel_at_period_end)
    await api.subscriptions.update(id, { cancel_at_period_end: false })
  const next = isPaid || scheduleOf(subscription) ? null : await nextTerms(subscription, catalogue)
  if (next) await changeNext(connection, account, next, `${order}:back`)
  await api.subscriptions.update(id, { metadata: forgotten })
  return isPaid ? 'PAID' : 'FAILED'
}

/** What waits makes way for another order. */
export async function makeWay(connection: Connection, subscription: Stripe.Subscription): Promise<void> {
  if (subscription.pending_update) await withdraw(connection, latestInvoice(subscription))
  if (subscription.metadata.from)
    await connection.api.subscriptions.update(subscription.id, { metadata: forgotten })
}
