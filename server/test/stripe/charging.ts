import type Stripe from 'stripe'
import type { Books, Debit } from './books.ts'
import { invoiceObject, invoicePaymentObject, type LineAmounts } from './documents.ts'
import { chargeObject, paymentIntentObject } from './objects.ts'

/** Invoices of the fake Stripe: computing, finalizing and paying them. */

/** `amount * part / whole`, rounded half away from zero. */
function portion(amount: number, part: number, whole: number): number {
  const product = BigInt(Math.abs(amount)) * BigInt(part)
  const rounded = Number((product * 2n + BigInt(whole)) / (BigInt(whole) * 2n))
  return amount < 0 ? -rounded : rounded
}

export interface ChargeTerms {
  price: Stripe.Price
  quantity: number
}

/** Customer, tax and discount shared by the lines of a subscription's invoices. */
export interface Charging {
  percent_off: number
  rate: Stripe.TaxRate | null
}

export function buildCharging(books: Books, subscription: Stripe.Subscription): Charging {
  const [discount] = subscription.discounts
  const coupon = discount ? books.get('discount', discount as string).source.coupon : null
  return {
    percent_off: coupon ? (books.get('coupon', coupon as string).percent_off ?? 0) : 0,
    rate: subscription.default_tax_rates?.[0] ?? null,
  }
}

function taxed(line: Omit<LineAmounts, 'tax'>, { rate }: Charging): LineAmounts {
  const hundredths = Math.round((rate?.percentage ?? 0) * 100)
  return { ...line, tax: portion(line.amount - line.discount, hundredths, 10_000) }
}

const discountOf = (amount: number, { percent_off }: Charging) =>
  portion(amount, Math.round(percent_off * 100), 10_000)

export function buildPeriodLine(
  terms: ChargeTerms,
  start: number,
  end: number,
  charging: Charging,
): LineAmounts {
  const amount = (terms.price.unit_amount ?? 0) * terms.quantity
  const line = { ...terms, amount, start, end, proration: false, discount: discountOf(amount, charging) }
  return taxed(line, charging)
}

/** Credits the charge from `at` on and charges the new terms for that time. */
export function buildProration(
  debit: Debit,
  terms: ChargeTerms,
  at: number,
  charging: Charging,
): LineAmounts[] {
  const [left, whole] = [debit.end - at, debit.end - debit.start]
  const unused = {
    ...{ price: debit.price, quantity: debit.quantity, start: at, end: debit.end, proration: true },
    amount: -portion(debit.amount, left, whole),
    discount: -portion(debit.discount, left, whole),
  }
  const period = (terms.price.unit_amount ?? 0) * terms.quantity
  const amount = portion(period, left, debit.end - debit.period_start)
  const line = { ...terms, amount, start: at, end: debit.end, proration: true }
  const begun = { ...line, discount: discountOf(amount, charging) }
  return [taxed(unused, charging), taxed(begun, charging)]
}

/** Builds a draft invoice; previews are drafts that are not stored. */
export function createDraft(
  books: Books,
  subscription: Stripe.Subscription,
  lines: LineAmounts[],
  reason: Stripe.Invoice.BillingReason,
  customer = books.get('customer', subscription.customer as string),
): Stripe.Invoice {
  const { rate } = buildCharging(books, subscription)
  const discount = (subscription.discounts[0] as string | undefined) ?? null
  let count = 0
  const total = lines.reduce((sum, line) => sum + line.amount - line.discount + line.tax, 0)
  const balanceUsed = total < 0 ? total : Math.min(total, Math.max(0, -customer.balance))
  const id = books.newId('in')
  return invoiceObject(id, books.now, {
    ...{ customer, subscription, lines, discount, rate, reason, balanceUsed },
    lineId: () => `il_${id}_${++count}`,
  })
}

/** Finalizes a draft: numbers it and creates a payment intent if an amount is due. */
export function finalizeInvoice(books: Books, invoice: Stripe.Invoice): Stripe.Invoice {
  const customer = books.get('customer', invoice.customer as string)
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
  customer.balance += invoice.total - invoice.amount_due
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = books.now
  invoice.invoice_pdf = `${books.address}/pdf/${invoice.id}`
  books.keep(invoice)
  books.tell('invoice.finalized', invoice)
  if (invoice.amount_due === 0) {
    markPaid(books, invoice)
    return invoice
  }
  const intent = books.make('pi', (id) =>
    paymentIntentObject(id, books.now, {
      ...{ amount: invoice.amount_due, currency: invoice.currency, customer: customer.id },
    }),
  )
  invoice.payments?.data.push(invoicePaymentObject(`inpay_${intent.id.slice(3)}`, invoice, intent.id))
  return invoice
}

function markPaid(books: Books, invoice: Stripe.Invoice) {
  invoice.status = 'paid'
  invoice.status_transitions.paid_at = books.now
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  for (const payment of invoice.payments?.data ?? []) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
  }
  books.tell('invoice.paid', invoice)
}

export const findIntent = (books: Books, invoice: Stripe.Invoice): Stripe.PaymentIntent | null => {
  const id = invoice.payments?.data.at(-1)?.payment.payment_intent as string | undefined
  return id ? books.get('payment_intent', id) : null
}

export const findInvoiceByIntent = (books: Books, intent: string): Stripe.Invoice | undefined =>
  books
    .all('invoice')
    .find(({ payments }) => payments?.data.some(({ payment }) => payment.payment_intent === intent))

const messages: Record<string, string> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  payment_intent_authentication_failure: 'The provided PaymentMethod has failed authentication.',
}

/** Fails a payment; `insufficient_funds` and a required confirmation are decline codes of `card_declined`. */
export function failIntent(books: Books, intent: Stripe.PaymentIntent, why: string, method: string | null) {
  const isReason = why === 'insufficient_funds'
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = {
    ...{ type: 'card_error', code: isReason ? 'card_declined' : why, message: messages[why] ?? why },
    decline_code: isReason ? why : why === 'card_declined' ? 'generic_decline' : why,
    ...(method ? { payment_method: structuredClone(books.get('payment_method', method)) } : {}),
  }
  books.tell('payment_intent.payment_failed', intent)
}

export function succeedIntent(books: Books, intent: Stripe.PaymentIntent) {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.next_action = null
  intent.last_payment_error = null
  intent.latest_charge = books.make('ch', (id) => chargeObject(id, books.now, intent)).id
  books.tell('payment_intent.succeeded', intent)
  const invoice = findInvoiceByIntent(books, intent.id)
  if (invoice) markPaid(books, invoice)
}

/** Attempts to charge a card. `isThere`: the holder is on session. */
export function attemptPayment(
  books: Books,
  intent: Stripe.PaymentIntent,
  method: string | null,
  isThere: boolean,
) {
  const invoice = findInvoiceByIntent(books, intent.id)
  if (invoice) {
    invoice.attempted = true
    invoice.attempt_count += 1
  }
  const behaviour = method ? (books.behaviours.get(method) ?? 'works') : 'card_declined'
  intent.payment_method = method
  if (behaviour === 'works') return succeedIntent(books, intent)
  if (behaviour === 'asks' && isThere) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
    if (invoice) books.tell('invoice.payment_action_required', invoice)
    return
  }
  failIntent(books, intent, behaviour === 'asks' ? 'authentication_required' : behaviour, method)
  if (invoice) books.tell('invoice.payment_failed', invoice)
}

export function voidInvoice(books: Books, invoice: Stripe.Invoice) {
  invoice.status = 'void'
  invoice.status_transitions.voided_at = books.now
  const intent = findIntent(books, invoice)
  if (intent && intent.status !== 'succeeded') {
    intent.status = 'canceled'
    intent.canceled_at = books.now
  }
  books.tell('invoice.voided', invoice)
}
