import type {
  BillingInfo,
  Estimate,
  Invoice,
  Payment,
  PaymentMethod,
  Subscription,
} from '@plumbline/contract/billing/billing'
import type { Currency, Interval, PaidPlan } from '@plumbline/contract/billing/plans'
import type { Tx } from '../db/database.ts'

/**
 * What takes the money: built in (invoices that the operator marks paid) or Stripe.
 *
 * Ours in both cases: who may order what (`rules.ts`), trials, their extension and end, the free plan, codes, grace and
 * everything that limits are asked of. A provider first hears of a company when it subscribes. From then on the
 * provider computes proration, tax and totals, renews, numbers and issues invoices, so that what was estimated, what is
 * charged and what stands in its books are one computation. What it decided comes back as facts into our tables, and
 * reads ask only those.
 */
export interface BillingProvider {
  readonly name: 'builtin' | 'stripe'
  /**
   * It decides elsewhere: the domain then holds the company's account (a lease in its row) around each call, so that
   * one order is under way at a time, and fetches the facts when a lease ran out without a result.
   */
  readonly isRemote: boolean
  /** What the order would cost. Changes nothing, and equals to the cent what `carryOut` charges at the same instant. */
  estimateChange: (account: BillingAccount, order: SubscriptionChange) => Promise<ChangeEstimate>
  /**
   * Carries out what the rules allowed. `key` is the same for all tries of one order: it makes it happen once.
   * Refuses with `payment_declined`, and has then changed nothing, or with `unavailable` when the outcome is not known.
   */
  carryOutChange: (account: BillingAccount, order: SubscriptionChange, key: string) => Promise<ResultWriter>
  /** Begins to add a payment method. */
  addPaymentMethod: (account: BillingAccount, key: string) => Promise<PaymentMethodSetup>
  /** The caller has checked that the account has this method. */
  choosePaymentMethod: (account: BillingAccount, methodId: string, key: string) => Promise<ResultWriter>
  /** The caller has checked that the account has this method and may do without it. */
  removePaymentMethod: (account: BillingAccount, methodId: string, key: string) => Promise<ResultWriter>
  /** Who is invoiced from now on: `account.info` is the new one. */
  updateBillingInfo: (account: BillingAccount, key: string) => Promise<ResultWriter>
  /** The document of an invoice of its own; null: written from our row (`invoice-pdf.ts`). */
  fetchInvoicePdf: ((account: BillingAccount, invoiceId: string) => Promise<Uint8Array>) | null
  /** The company was closed: nothing is renewed or charged from now on. Called by a job, again until it succeeds. */
  closeAccount: (account: BillingAccount, key: string) => Promise<ResultWriter>
  /** The present state there; of the built-in provider nothing. */
  refresh: (account: BillingAccount) => Promise<ResultWriter>
  /** The company that a customer there was made for; null: none of ours, or it knows no others. */
  findTeamByCustomer: ((customerId: string) => Promise<string | null>) | null
}

/**
 * What a call means for our rows: only SQL, in the caller's transaction, which holds the company's account. A remote
 * provider has done its part by then and returns `storeFacts(…)` (`facts.ts`).
 */
export type ResultWriter = (tx: Tx) => Promise<void>

export interface PaymentMethodSetup {
  /** what Stripe's form in the browser needs; null: the method is there with `settle` */
  client_secret: string | null
  publishable_key: string | null
  writeResult: ResultWriter
}

export interface SubscriptionTerms {
  slug: PaidPlan
  currency: Currency
  interval: Interval
  seats: number
  /** of the sign-up code, off the lines of every invoice */
  discount_percent: number
}

/** What the rules made of a wish; all of it is allowed in the account's state. */
export type SubscriptionChange =
  /** a first period that begins now and is paid for at once */
  | { kind: 'START'; terms: SubscriptionTerms }
  /** more, or another interval: from now on. MONTH to YEAR begins a new period, all else is prorated within this one */
  | { kind: 'NOW'; terms: SubscriptionTerms }
  /** less: with the next period; replaces what was to begin then */
  | { kind: 'NEXT'; terms: SubscriptionTerms }
  /** as it is: takes back a cancellation and what was to begin with the next period */
  | { kind: 'STAY' }
  /** at the end of the period */
  | { kind: 'CANCEL' }

/** A company as a provider knows it. */
export interface BillingAccount {
  team_id: string
  /** the provider’s own, once it has them */
  customer_id: string | null
  subscription_id: string | null
  info: BillingInfo
  /** of the billing contact, for what the provider mails or prints */
  locale: string
  /** subscribed to at the provider; null: not, or not any more */
  terms: SubscriptionTerms | null
  /** when the first period of this kind began */
  anchored_at: string | null
  period_start: string | null
  period_end: string | null
  /** the server's clock, so that estimate and charge of one call mean the same instant */
  now: Date
}

export type ChangeEstimate = Omit<Estimate, 'slug' | 'interval' | 'seats' | 'over'>

/**
 * All that a remote provider has about a company, as it is now. Storing it again changes nothing and the newest one
 * holds, so webhooks may come twice and in any order.
 */
export interface ProviderState {
  customer_id: string
  /** null: none goes on there (never begun, first payment not made, or over: see `ended_at`) */
  subscription: null | {
    subscription_id: string
    terms: SubscriptionTerms
    period_start: string
    period_end: string
    cancels_at: string | null
    next: SubscriptionTerms | null
    /** since when a due invoice is not paid */
    past_due_since: string | null
  }
  /** when the last one there ended; null: none did */
  ended_at: string | null
  confirm: Subscription['confirm']
  methods: PaymentMethod[]
  /** `id`: the provider's */
  invoices: (Omit<Invoice, 'id'> & { provider_id: string })[]
  payments: (Omit<Payment, 'id' | 'invoice_id' | 'invoice_number'> & {
    provider_id: string
    /** its invoice's `provider_id` */
    invoice: string | null
  })[]
  upcoming: Omit<Invoice, 'id'> | null
}
