/** Plans, what they cost and what they allow: the one table that prices, estimates, limits and screens come from. */

export const planSlugs = ['free', 'team', 'business', 'enterprise', 'self_hosted'] as const
export type PlanSlug = (typeof planSlugs)[number]
/** Plans that people choose and pay by the seat; `enterprise` is agreed with the operator. */
export const paidPlans = ['team', 'business'] as const
export type PaidPlan = (typeof paidPlans)[number]

/** ISO 4217; all of them have two minor digits. */
export const currencies = ['EUR', 'USD', 'GBP', 'CHF'] as const
export type Currency = (typeof currencies)[number]

export const intervals = ['MONTH', 'YEAR'] as const
export type Interval = (typeof intervals)[number]

/** Of a seat and month, before tax, in minor units (cents). */
const monthly: Record<PaidPlan, Record<Currency, number>> = {
  team: { EUR: 1500, USD: 1600, GBP: 1300, CHF: 1500 },
  business: { EUR: 2900, USD: 3100, GBP: 2500, CHF: 2900 },
}
/** A year costs ten months. */
const MONTHS_PAID_A_YEAR = 10

/** Of a seat and interval, before tax, in minor units. */
export const seatPrice = (plan: PaidPlan, currency: Currency, interval: Interval): number =>
  monthly[plan][currency] * (interval === 'YEAR' ? MONTHS_PAID_A_YEAR : 1)

export const limitNames = ['active_projects', 'team_members', 'storage_bytes', 'file_bytes'] as const
export type LimitName = (typeof limitNames)[number]
/** null: no limit */
export type Limits = Record<LimitName, number | null>

const none: Limits = { active_projects: null, team_members: null, storage_bytes: null, file_bytes: null }
/** `team_members` of a paid plan are its seats. Guests, members of other companies, are free in all. */
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
/** A trial can be made longer once. */
export const EXTENSION_DAYS = 14
/** How long everything still works after a payment failed or a subscription ended. */
export const GRACE_DAYS = 7
export const MOST_SEATS = 10_000
