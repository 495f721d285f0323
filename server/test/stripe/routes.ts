import type Stripe from 'stripe'
import type * as z from 'zod'
import { type Books, invalidRequest, type StripeKind, type StripeObject, StripeRefusal } from './books.ts'
import { attemptPayment, findIntent, findInvoiceByIntent, voidInvoice } from './charging.ts'
import { changeSchedule, createSchedule, releaseSchedule } from './clock.ts'
import {
  couponObject,
  customerObject,
  priceObject,
  productObject,
  setupIntentObject,
  taxIdObject,
  taxRateObject,
} from './objects.ts'
import * as params from './params.ts'
import {
  cancelFakeSubscription,
  changeFakeSubscription,
  createSubscription,
  previewInvoice,
  updateAfterInvoice,
} from './subscriptions.ts'

/** Routes of the supported part of Stripe's API. */

interface Call {
  books: Books
  /** path parameters in order */
  ids: string[]
}

export interface StripeRoute {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/customers/:id` */
  path: RegExp
  params: z.ZodType
  answer: (call: Call, params: never) => unknown
}

function route<S extends z.ZodType>(
  line: `${StripeRoute['method']} /v1/${string}`,
  schema: S,
  answer: (call: Call, params: z.output<S>) => unknown,
): StripeRoute {
  const [method, path = ''] = line.split(' ')
  const pattern = new RegExp(`^${path.replaceAll(':id', '([^/]+)')}$`)
  return { method: method as StripeRoute['method'], path: pattern, params: schema, answer }
}

interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
}

/** Pages a list newest first, after the cursor `starting_after`. */
function page(things: StripeObject[], { limit = 10, starting_after }: Paging, url: string) {
  const newest = things.toReversed().sort((a, b) => createdAt(b) - createdAt(a))
  const from = starting_after ? newest.findIndex(({ id }) => id === starting_after) + 1 : 0
  const data = newest.slice(from, from + limit)
  return { object: 'list', data, has_more: from + limit < newest.length, url }
}
const createdAt = (thing: StripeObject): number => ('created' in thing ? thing.created : 0)

const ofCustomer = <K extends StripeKind>(books: Books, kind: K, customer: string): StripeObject[] =>
  (books.all(kind) as StripeObject[]).filter((thing) => 'customer' in thing && thing.customer === customer)

/** A client-chosen id may be used once. */
function unused(books: Books, id: string | undefined): string | undefined {
  if (id && books.find(id))
    throw invalidRequest(`${id} exists already.`, { code: 'resource_already_exists', param: 'id' })
  return id
}

function changeCustomer({ books, ids }: Call, wanted: z.output<typeof params.customerParams>) {
  const customer = books.get('customer', ids[0] ?? '')
  const { invoice_settings, metadata, address, tax_exempt, expand: _, ...plain } = wanted
  Object.assign(customer, plain)
  Object.assign(customer.metadata, metadata)
  if (address !== undefined)
    customer.address =
      address === ''
        ? null
        : { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...address }
  if (tax_exempt !== undefined) customer.tax_exempt = tax_exempt || 'none'
  const method = invoice_settings?.default_payment_method
  if (method !== undefined) {
    if (method && books.get('payment_method', method).customer !== customer.id)
      throw invalidRequest('The customer does not have a payment method with this ID.')
    customer.invoice_settings.default_payment_method = method || null
  }
  books.tell('customer.updated', customer)
  return customer
}

const customers = [
  route('POST /v1/customers', params.customerParams, ({ books }, wanted) => {
    const made = books.make('cus', (id) => customerObject(id, books.now))
    books.tell('customer.created', made)
    return changeCustomer({ books, ids: [made.id] }, wanted)
  }),
  route('GET /v1/customers/search', params.customerSearch, ({ books }, { query }) => {
    const [, key = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? []
    const found = books.all('customer').filter(({ metadata }) => metadata[key] === value)
    return {
      object: 'search_result',
      data: found,
      has_more: false,
      next_page: null,
      url: '/v1/customers/search',
    }
  }),
  route('GET /v1/customers/:id', params.nothing, ({ books, ids }) => books.get('customer', ids[0] ?? '')),
  route('POST /v1/customers/:id', params.customerParams, changeCustomer),
  route('GET /v1/customers/:id/tax_ids', params.listParams, ({ books, ids: [customer = ''] }, paging) =>
    page(ofCustomer(books, 'tax_id', customer), paging, `/v1/customers/${customer}/tax_ids`),
  ),
  route(
    'POST /v1/customers/:id/tax_ids',
    params.taxIdParams,
    ({ books, ids: [customer = ''] }, { type, value }) => {
      if (!/^[A-Z]{2}[\w.*+ -]+$/.test(value) && type !== 'no_vat')
        throw invalidRequest('Invalid value for tax id.', { code: 'tax_id_invalid' })
      return books.make('txi', (id) => taxIdObject(id, books.now, { customer, type, value }))
    },
  ),
  route('DELETE /v1/customers/:id/tax_ids/:id', params.nothing, ({ books, ids }) => {
    const { id } = books.get('tax_id', ids[1] ?? '')
    books.forget(id)
    return { id, object: 'tax_id', deleted: true }
  }),
  route(
    'GET /v1/customers/:id/payment_methods',
    params.methodList,
    ({ books, ids: [customer = ''] }, paging) =>
      page(
        ofCustomer(books, 'payment_method', customer),
        paging,
        `/v1/customers/${customer}/payment_methods`,
      ),
  ),
  route('POST /v1/payment_methods/:id/detach', params.nothing, ({ books, ids }) => {
    const method = books.get('payment_method', ids[0] ?? '')
    const { customer } = method
    if (typeof customer !== 'string')
      throw invalidRequest('The payment method you provided is not attached to a customer.')
    method.customer = null
    const settings = books.get('customer', customer).invoice_settings
    if (settings.default_payment_method === method.id) settings.default_payment_method = null
    books.tell('payment_method.detached', method, { customer })
    return method
  }),
  route('POST /v1/setup_intents', params.setupParams, ({ books }, { customer }) =>
    books.make('seti', (id) => setupIntentObject(id, books.now, books.get('customer', customer).id)),
  ),
]

const catalogue = [
  route('POST /v1/products', params.productParams, ({ books }, { id, name }) => {
    const product = productObject(unused(books, id) ?? books.newId('prod'), books.now, name)
    books.keep(product)
    return product
  }),
  route('POST /v1/prices', params.priceParams, ({ books }, { recurring, lookup_key, product, ...rest }) => {
    if (books.all('price').some((price) => lookup_key !== undefined && price.lookup_key === lookup_key))
      throw invalidRequest('A price already uses that lookup key.', { param: 'lookup_key' })
    const of = { ...rest, product: books.get('product', product).id, interval: recurring.interval }
    return books.make('price', (id) => priceObject(id, books.now, { ...of, lookup_key: lookup_key ?? null }))
  }),
  route('GET /v1/prices', params.priceList, ({ books }, { lookup_keys, active, ...paging }) => {
    const found = books.all('price').filter((price) => {
      const isNamed = !lookup_keys || lookup_keys.includes(price.lookup_key ?? '')
      return isNamed && (active === undefined || price.active === active)
    })
    return page(found, paging, '/v1/prices')
  }),
  route('GET /v1/prices/:id', params.nothing, ({ books, ids }) => books.get('price', ids[0] ?? '')),
  route('POST /v1/coupons', params.couponParams, ({ books }, { id, percent_off }) => {
    const coupon = couponObject(unused(books, id) ?? books.newId('coupon'), books.now, percent_off)
    books.keep(coupon)
    return coupon
  }),
  route('GET /v1/coupons/:id', params.nothing, ({ books, ids }) => books.get('coupon', ids[0] ?? '')),
  route(
    'POST /v1/tax_rates',
    params.taxRateParams,
    ({ books }, { percentage, country, display_name, metadata }) =>
      books.make('txr', (id) =>
        taxRateObject(id, books.now, {
          ...{ percentage, display_name, country: country ?? null, metadata: metadata ?? {} },
        }),
      ),
  ),
  route('GET /v1/tax_rates', params.taxRateList, ({ books }, { active: _, inclusive: __, ...paging }) =>
    page(books.all('tax_rate'), paging, '/v1/tax_rates'),
  ),
  route('GET /v1/tax_rates/:id', params.nothing, ({ books, ids }) => books.get('tax_rate', ids[0] ?? '')),
]

const schedules = [
  route('POST /v1/subscription_schedules', params.scheduleParams, ({ books }, { from_subscription }) =>
    createSchedule(books, books.get('subscription', from_subscription)),
  ),
  route('POST /v1/subscription_schedules/:id', params.scheduleChange, ({ books, ids }, wanted) =>
    changeSchedule(books, books.get('subscription_schedule', ids[0] ?? ''), wanted),
  ),
  route('POST /v1/subscription_schedules/:id/release', params.nothing, ({ books, ids }) =>
    releaseSchedule(books, books.get('subscription_schedule', ids[0] ?? '')),
  ),
]

const subscriptions = [
  route('POST /v1/subscriptions', params.subscriptionParams, ({ books }, wanted) =>
    createSubscription(books, wanted),
  ),
  route('GET /v1/subscriptions', params.subscriptionList, ({ books }, { customer, status, ...paging }) => {
    const all = books.all('subscription').filter((one) => one.customer === customer)
    const open = all.filter((one) => !['canceled', 'incomplete_expired'].includes(one.status))
    return page(status === 'all' ? all : open, paging, '/v1/subscriptions')
  }),
  route('GET /v1/subscriptions/:id', params.nothing, ({ books, ids }) =>
    books.get('subscription', ids[0] ?? ''),
  ),
  route('POST /v1/subscriptions/:id', params.subscriptionChange, ({ books, ids }, wanted) =>
    changeFakeSubscription(books, books.get('subscription', ids[0] ?? ''), wanted),
  ),
  route('DELETE /v1/subscriptions/:id', params.nothing, ({ books, ids }) => {
    const subscription = books.get('subscription', ids[0] ?? '')
    if (['canceled', 'incomplete_expired'].includes(subscription.status))
      throw invalidRequest('It is canceled already.')
    return cancelFakeSubscription(books, subscription)
  }),
]

/** Updates the invoice and subscription after a change of a payment. */
export function updateAfterPayment(books: Books, intent: Stripe.PaymentIntent): void {
  const of = findInvoiceByIntent(books, intent.id)?.parent?.subscription_details?.subscription
  if (of) updateAfterInvoice(books, books.get('subscription', of as string))
}

/** Answers a decline with 402 and the payment intent, like Stripe. */
function refuseUnpaid(intent: Stripe.PaymentIntent) {
  const error = intent.last_payment_error
  if (intent.status !== 'requires_payment_method' || !error) return
  const { code, decline_code, message = '' } = error
  throw new StripeRefusal(402, { type: 'card_error', code, decline_code, message, payment_intent: intent })
}

const payments = [
  route('GET /v1/payment_intents', params.listOfCustomer, ({ books }, { customer, ...paging }) =>
    page(ofCustomer(books, 'payment_intent', customer), paging, '/v1/payment_intents'),
  ),
  route('GET /v1/payment_intents/:id', params.nothing, ({ books, ids }) =>
    books.get('payment_intent', ids[0] ?? ''),
  ),
  route('POST /v1/payment_intents/:id/confirm', params.confirmParams, ({ books, ids }, wanted) => {
    const intent = books.get('payment_intent', ids[0] ?? '')
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
      throw invalidRequest(`It cannot be confirmed: it is ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      })
    attemptPayment(books, intent, wanted.payment_method ?? null, !wanted.off_session)
    updateAfterPayment(books, intent)
    refuseUnpaid(intent)
    return intent
  }),
]

function payInvoice({ books, ids }: Call, { off_session = true }: z.output<typeof params.payParams>) {
  const invoice = books.get('invoice', ids[0] ?? '')
  const intent = findIntent(books, invoice)
  if (invoice.status !== 'open' || !intent) throw invalidRequest('This invoice is not open.')
  const customer = books.get('customer', invoice.customer as string)
  attemptPayment(
    books,
    intent,
    customer.invoice_settings.default_payment_method as string | null,
    !off_session,
  )
  updateAfterPayment(books, intent)
  refuseUnpaid(intent)
  if (intent.status === 'requires_action')
    throw new StripeRefusal(402, {
      ...{ type: 'card_error', code: 'invoice_payment_intent_requires_action', payment_intent: intent },
      message: 'This payment requires additional user action before it can be completed successfully.',
    })
  return invoice
}

const invoices = [
  route('GET /v1/invoices', params.invoiceList, ({ books }, { customer, status, ...paging }) => {
    const all = books.all('invoice').filter((invoice) => invoice.customer === customer)
    return page(status ? all.filter((invoice) => invoice.status === status) : all, paging, '/v1/invoices')
  }),
  route('POST /v1/invoices/create_preview', params.previewParams, ({ books }, wanted) =>
    previewInvoice(books, wanted),
  ),
  route('GET /v1/invoices/:id', params.nothing, ({ books, ids }) => books.get('invoice', ids[0] ?? '')),
  route('POST /v1/invoices/:id/pay', params.payParams, payInvoice),
  route('POST /v1/invoices/:id/void', params.nothing, ({ books, ids }) => {
    const invoice = books.get('invoice', ids[0] ?? '')
    if (invoice.status !== 'open') throw invalidRequest('You can only void open or uncollectible invoices.')
    voidInvoice(books, invoice)
    updateAfterInvoice(
      books,
      books.get('subscription', invoice.parent?.subscription_details?.subscription as string),
    )
    return invoice
  }),
]

export const stripeRoutes: StripeRoute[] = [
  ...customers,
  ...catalogue,
  ...schedules,
  ...subscriptions,
  ...payments,
  ...invoices,
]
