/** Plans with their prices, limits and features: the only source for estimates, limit checks and screens. */

export const planSlugs = ['free', 'team', 'business', 'enterprise', 'self_hosted'] as const
export type PlanSlug = (typeof planSlugs)[number]
/** Self-service plans, priced per seat; `enterprise` is set by the operator. */
export const paidPlans = ['team', 'business'] as const
export type PaidPlan = (typeof paidPlans)[number]

/** ISO 4217 codes; each has two minor digits. */
export const currencies = ['EUR', 'USD', 'GBP', 'CHF'] as const
export type Currency = (typeof currencies)[number]

export const intervals = ['MONTH', 'YEAR'] as const
export type Interval = (typeof intervals)[number]

/** Price of one seat per month before tax, in minor units (cents). */
const monthly: Record<PaidPlan, Record<Currency, number>> = {
  team: { EUR: 1500, USD: 1600, GBP: 1300, CHF: 1500 },
  business: { EUR: 2900, USD: 3100, GBP: 2500, CHF: 2900 },
}
/** A year is charged as ten months. */
const MONTHS_PAID_A_YEAR = 10

/** Price of one seat per interval before tax, in minor units. */
export const seatPrice = (plan: PaidPlan, currency: Currency, interval: Interval): number =>
  monthly[plan][currency] * (interval === 'YEAR' ? MONTHS_PAID_A_YEAR : 1)

export const limitNames = ['active_projects', 'team_members', 'storage_bytes', 'file_bytes'] as const
export type LimitName = (typeof limitNames)[number]
/** null: unlimited */
export type Limits = Record<LimitName, number | null>

const none: Limits = { active_projects: null, team_members: null, storage_bytes: null, file_bytes: null }
/** Paid plans limit `team_members` by their seats. Guests from other companies never count. */
export const planLimits: Record<PlanSlug, Limits> = {
  free: { active_projects: 1, team_members: 5, storage_bytes: 2e9, file_bytes: 200e6 },
  team: { ...none, active_projects: 10, storage_bytes: 100e9, file_bytes: 1e9 },
  business: { ...none, storage_bytes: 1e12 },
  enterprise: none,
  self_hosted: none,
}

export const features = ['ids', 'api_tokens', 'webhooks'] as const
export type Feature = (typeof features)[number]
export const planFeatures: Record<PlanSlug, readonly Feature[]> = {
  free: [],
  team: [],
  business: features,
  enterprise: features,
  self_hosted: features,
}

export const TRIAL_DAYS = 30
export const TRIAL_PLAN = 'business' satisfies PaidPlan
/** Added by the single extension of a trial. */
export const EXTENSION_DAYS = 14
/** Writes stay allowed for this long after a failed payment or the end of a subscription. */
export const GRACE_DAYS = 7
export const MOST_SEATS = 10_000
