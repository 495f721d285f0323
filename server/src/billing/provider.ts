import type {
  BillingInfo,
  Estimate,
  Invoice,
  Payment,
  PaymentMethod,
} from '@plumbline/contract/billing/billing'
import type { Currency, Interval, PaidPlan } from '@plumbline/contract/billing/plans'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/**
 * The port of a payment provider: the built-in one (invoices that the operator marks as paid) or Stripe.
 *
 * This server owns the rules (`rules.ts`), trials, the free plan, sign-up codes, grace periods and limits. A provider
 * first learns of a company when it subscribes. From then on it computes proration, tax and totals, renews, and numbers
 * and issues invoices, so that estimate, charge and books come from one computation. Its state is copied into our
 * tables, and reads use only those.
 */
export interface BillingProvider {
  readonly name: 'builtin' | 'stripe'
  /**
   * True if the provider runs outside of this server. Callers then hold the company's lease around each call, so that
   * one change is under way at a time, and refresh the account if a lease expires without a result.
   */
  readonly isRemote: boolean
  /** Estimates a change without carrying it out; equals to the cent what `carryOutChange` charges at the same instant. */
  estimateChange: (account: BillingAccount, order: SubscriptionChange) => Promise<ChangeEstimate>
  /**
   * Carries out a change that the rules allowed. `key` is the idempotency key of all retries. Refuses with
   * `payment_declined` if nothing was changed, or with `unavailable` if the outcome is unknown.
   */
  carryOutChange: (account: BillingAccount, order: SubscriptionChange, key: string) => Promise<ResultWriter>
  /** Starts adding a payment method. */
  addPaymentMethod: (account: BillingAccount, key: string) => Promise<PaymentMethodSetup>
  /** The caller has checked that the account has this method. */
  choosePaymentMethod: (account: BillingAccount, methodId: string, key: string) => Promise<ResultWriter>
  /** The caller has checked that the account has this method and that it may be removed. */
  removePaymentMethod: (account: BillingAccount, methodId: string, key: string) => Promise<ResultWriter>
  /** `account.info` is the new billing address. */
  updateBillingInfo: (account: BillingAccount, key: string) => Promise<ResultWriter>
  /** Downloads the provider's own PDF of an invoice; null: drawn from our row (`invoice-pdf.ts`). */
  fetchInvoicePdf: ((account: BillingAccount, invoiceId: string) => Promise<Uint8Array>) | null
  /** Stops renewals and charges of a closed company. A job retries it until it succeeds. */
  closeAccount: (account: BillingAccount, key: string) => Promise<ResultWriter>
  /** Fetches the current state of the account; does nothing with the built-in provider. */
  refresh: (account: BillingAccount) => Promise<ResultWriter>
  /** Finds the company that a customer was created for; null: not one of ours, or not supported. */
  findTeamByCustomer: ((customerId: string) => Promise<string | null>) | null
}

/**
 * Writes the result of a provider call into our rows: only SQL, in the caller's transaction, which has locked the
 * subscription. A remote provider returns `buildStateWriter(…)` (`store-provider-state.ts`).
 */
export type ResultWriter = (tx: Tx) => Promise<void>

export interface PaymentMethodSetup {
  /** secret for Stripe's form in the browser; null: `writeResult` adds the method */
  client_secret: string | null
  publishable_key: string | null
  writeResult: ResultWriter
}

export interface SubscriptionTerms {
  slug: PaidPlan
  currency: Currency
  interval: Interval
  seats: number
  /** discount of the sign-up code, taken off every invoice */
  discount_percent: number
}

/** A change that the rules allow in the current state of the account. */
export type SubscriptionChange =
  /** start a first period now, paid at once */
  | { kind: 'START'; terms: SubscriptionTerms }
  /** upgrade at once: MONTH to YEAR starts a new period, any other change is prorated within the current one */
  | { kind: 'NOW'; terms: SubscriptionTerms }
  /** downgrade with the next period; replaces a downgrade scheduled before */
  | { kind: 'NEXT'; terms: SubscriptionTerms }
  /** keep the current terms: undoes a cancellation and a scheduled downgrade */
  | { kind: 'STAY' }
  /** cancel at the end of the period */
  | { kind: 'CANCEL' }

/** The view of a company that a provider call receives. */
export interface BillingAccount {
  team_id: string
  /** ids assigned by the provider; null before the first call */
  customer_id: string | null
  subscription_id: string | null
  info: BillingInfo
  /** language of the provider's mails and PDFs */
  locale: string
  /** paid terms at the provider; null without a running subscription */
  terms: SubscriptionTerms | null
  /** start of the first period with this interval, whose day of the month later periods keep */
  anchored_at: string | null
  period_start: string | null
  period_end: string | null
  /** taken once per call, so that estimate and charge use the same instant */
  now: Date
}

export type ChangeEstimate = Omit<Estimate, 'slug' | 'interval' | 'seats' | 'over'>

/**
 * The full current state of a company at a remote provider. Storing it is idempotent and the newest state wins, so
 * webhooks may arrive twice and in any order.
 */
export interface ProviderState {
  customer_id: string
  /** null: no running subscription (never started, first payment missing, or ended: see `ended_at`) */
  subscription: null | {
    subscription_id: string
    terms: SubscriptionTerms
    period_start: string
    period_end: string
    cancels_at: string | null
    next: SubscriptionTerms | null
    /** since when a due invoice is unpaid */
    past_due_since: string | null
  }
  /** end of the last ended subscription; null without one */
  ended_at: string | null
  confirm: Subscription['confirm']
  methods: PaymentMethod[]
  /** `provider_id` is the id at the provider */
  invoices: (Omit<Invoice, 'id'> & { provider_id: string })[]
  payments: (Omit<Payment, 'id' | 'invoice_id' | 'invoice_number' | 'problem' | 'problem_reason'> & {
    /** code of the contract's reasons */
    problem_code: Tables['payments']['problem_code']
    provider_id: string
    /** `provider_id` of its invoice */
    invoice: string | null
  })[]
  upcoming: Omit<Invoice, 'id'> | null
}
