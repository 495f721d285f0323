import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import { Refusal } from '../../http/refusal.ts'
import type { BillingAccount, BillingProvider, ResultWriter } from '../provider.ts'
import { buildStateWriter } from '../store-provider-state.ts'
import { carryOutStripeChange } from './carry-out-stripe-change.ts'
import { connectToStripe, type StripeConnection, type StripeSettings, withStripeErrors } from './client.ts'
import {
  chooseDefaultMethod,
  findStripeCustomer,
  findTeamByCustomer,
  getCustomerId,
  updateStripeCustomer,
} from './customer.ts'
import { estimateStripeChange } from './estimate-stripe-change.ts'
import { fetchProviderState } from './fetch-provider-state.ts'
import { fetchStripeInvoicePdf } from './fetch-stripe-invoice-pdf.ts'
import { updateTaxRates } from './next-period.ts'
import { concludePendingChange } from './pending-change.ts'

/** Cancels all subscriptions and removes all payment methods, so that nothing can be charged. */
async function closeStripeAccount({ api }: StripeConnection, customer: string): Promise<void> {
  for await (const subscription of api.subscriptions.list({ customer, limit: 100 }))
    await api.subscriptions.cancel(subscription.id)
  for await (const method of api.customers.listPaymentMethods(customer, { limit: 100 }))
    await api.paymentMethods.detach(method.id)
}

const checkCustomer = ({ customer_id }: BillingAccount): string => {
  if (!customer_id) throw new Refusal('not_found')
  return customer_id
}

/** Retries open renewal invoices with the new payment method; a decline shows in the fetched state. */
async function payOpenInvoices({ api }: StripeConnection, customer: string): Promise<void> {
  for await (const invoice of api.invoices.list({ customer, status: 'open', limit: 100 })) {
    // an unconfirmed upgrade is paid only by its confirmation
    if (invoice.billing_reason !== 'subscription_cycle') continue
    try {
      await api.invoices.pay(invoice.id, { off_session: false })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    }
  }
}

export function createStripeProvider(
  config: Config,
  settings: StripeSettings,
  log: FastifyBaseLogger,
): BillingProvider {
  const connection = connectToStripe(config, settings, log)
  const { api, publishableKey, computeTax: taxOf } = connection

  /** Runs calls at Stripe, then fetches the resulting state for our rows. */
  const runAndFetch = (account: BillingAccount, call: () => Promise<string | null>): Promise<ResultWriter> =>
    withStripeErrors(log, async () => {
      const customer = await call()
      if (!customer) return async () => {}
      return buildStateWriter(account, await fetchProviderState(connection, customer))
    })

  return {
    name: 'stripe',
    isRemote: true,
    estimateChange: (account, order) =>
      withStripeErrors(log, () => estimateStripeChange(connection, account, order)),
    carryOutChange: (account, order, key) =>
      runAndFetch(account, () => carryOutStripeChange(connection, account, order, key)),
    addPaymentMethod: (account, key) =>
      withStripeErrors(log, async () => {
        const customer = await getCustomerId(api, account)
        const intent = await api.setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: ['card'] },
          { idempotencyKey: `${key}:setup` },
        )
        const writeResult = buildStateWriter(account, await fetchProviderState(connection, customer))
        return { client_secret: intent.client_secret, publishable_key: publishableKey, writeResult }
      }),
    choosePaymentMethod: (account, id) =>
      runAndFetch(account, async () => {
        const customer = checkCustomer(account)
        await api.customers.update(customer, { invoice_settings: { default_payment_method: id } })
        await payOpenInvoices(connection, customer)
        return customer
      }),
    removePaymentMethod: (account, id) =>
      runAndFetch(account, async () => {
        const customer = checkCustomer(account)
        await api.paymentMethods.detach(id)
        await chooseDefaultMethod(api, customer)
        return customer
      }),
    updateBillingInfo: (account) =>
      runAndFetch(account, async () => {
        if (!account.customer_id) return null
        await updateStripeCustomer(api, account, taxOf(account.info).reverse_charge)
        if (account.subscription_id) await updateTaxRates(connection, account)
        return account.customer_id
      }),
    fetchInvoicePdf: (account, id) =>
      withStripeErrors(log, () => fetchStripeInvoicePdf(connection, account, id)),
    closeAccount: (account) =>
      runAndFetch(account, async () => {
        if (account.customer_id) await closeStripeAccount(connection, account.customer_id)
        return account.customer_id
      }),
    refresh: (account) =>
      runAndFetch(account, async () => {
        if (account.subscription_id) await concludePendingChange(connection, account, account.subscription_id)
        return account.customer_id ?? findStripeCustomer(api, account.team_id)
      }),
    findTeamByCustomer: (customer) => withStripeErrors(log, () => findTeamByCustomer(api, customer)),
  }
}
