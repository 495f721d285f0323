import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import { Refusal } from '../../http/refusal.ts'
import { storeFacts } from '../facts.ts'
import type { Account, Provider, Settle } from '../provider.ts'
import { type Connection, connect, type StripeSettings, speaking } from './client.ts'
import { companyOf, customerOf, demandMethod, findCustomer, saveCustomer } from './customer.ts'
import { invoicePdf } from './documents.ts'
import { estimate } from './estimate.ts'
import { gatherFacts } from './facts.ts'
import { retax } from './next-period.ts'
import { carryOut } from './orders.ts'
import { conclude } from './waiting.ts'

/** Nothing is charged any more: what goes on ends now, and there is nothing left to pay with. */
async function close({ api }: Connection, customer: string): Promise<void> {
  for await (const subscription of api.subscriptions.list({ customer, limit: 100 }))
    await api.subscriptions.cancel(subscription.id)
  for await (const method of api.customers.listPaymentMethods(customer, { limit: 100 }))
    await api.paymentMethods.detach(method.id)
}

const demandCustomer = ({ customer_id }: Account): string => {
  if (!customer_id) throw new Refusal('not_found')
  return customer_id
}

/** What is due is tried with the new method; what comes of it stands in the facts. */
async function payOpen({ api }: Connection, customer: string): Promise<void> {
  for await (const invoice of api.invoices.list({ customer, status: 'open', limit: 100 })) {
    // what somebody ordered and did not confirm is theirs to confirm
    if (invoice.billing_reason !== 'subscription_cycle') continue
    try {
      await api.invoices.pay(invoice.id, { off_session: false })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    }
  }
}

export function stripeProvider(config: Config, settings: StripeSettings, log: FastifyBaseLogger): Provider {
  const connection = connect(config, settings, log)
  const { api, publishableKey, taxOf } = connection

  /** Does something at Stripe, then fetches what has come of it for our rows. */
  const settling = (account: Account, work: () => Promise<string | null>): Promise<Settle> =>
    speaking(log, async () => {
      const customer = await work()
      if (!customer) return async () => {}
      return storeFacts(account, await gatherFacts(connection, customer))
    })

  return {
    name: 'stripe',
    isRemote: true,
    estimate: (account, order) => speaking(log, () => estimate(connection, account, order)),
    carryOut: (account, order, key) => settling(account, () => carryOut(connection, account, order, key)),
    addMethod: (account, key) =>
      speaking(log, async () => {
        const customer = await customerOf(api, account)
        const intent = await api.setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: ['card'] },
          { idempotencyKey: `${key}:setup` },
        )
        const settle = storeFacts(account, await gatherFacts(connection, customer))
        return { client_secret: intent.client_secret, publishable_key: publishableKey, settle }
      }),
    chooseMethod: (account, id) =>
      settling(account, async () => {
        const customer = demandCustomer(account)
        await api.customers.update(customer, { invoice_settings: { default_payment_method: id } })
        await payOpen(connection, customer)
        return customer
      }),
    removeMethod: (account, id) =>
      settling(account, async () => {
        const customer = demandCustomer(account)
        await api.paymentMethods.detach(id)
        await demandMethod(api, customer)
        return customer
      }),
    changeInfo: (account) =>
      settling(account, async () => {
        if (!account.customer_id) return null
        await saveCustomer(api, account, taxOf(account.info).reverse_charge)
        if (account.subscription_id) await retax(connection, account)
        return account.customer_id
      }),
    pdf: (account, id) => speaking(log, () => invoicePdf(connection, account, id)),
    close: (account) =>
      settling(account, async () => {
        if (account.customer_id) await close(connection, account.customer_id)
        return account.customer_id
      }),
    refresh: (account) =>
      settling(account, async () => {
        if (account.subscription_id) await conclude(connection, account, account.subscription_id)
        return account.customer_id ?? findCustomer(api, account.team_id)
      }),
    companyOf: (customer) => speaking(log, () => companyOf(api, customer)),
  }
}
