import type { Invoice, Subscription } from '@plumbline/contract/billing/billing'
import {
  currencies,
  intervals,
  type PlanSlug,
  paidPlans,
  planLimits,
  seatPrice,
} from '@plumbline/contract/billing/plans'
import { sql } from 'kysely'
import type { PublicCtx, TeamCtx } from '../context.ts'
import { readTeam, seatsInUse } from '../teams/reads.ts'
import { accountOf, type Row, readRow } from './accounts.ts'
import { presentOf } from './builtin.ts'
import type { Provider } from './provider.ts'
import { nextPeriod, periodSums } from './quote.ts'
import { blockOf, seatLimit, statusAt, termsOf } from './rules.ts'
import { taxOf } from './tax.ts'

/** What a company sees of its subscription. Nothing here asks a provider. */

/** Where nobody takes money everything is allowed. */
function unlimited(seats_used: number): Subscription {
  return {
    ...{ provider: 'none', slug: 'self_hosted', status: 'ACTIVE', currency: 'EUR', interval: 'MONTH' },
    ...{ seats: 0, seats_used, trial_ends_at: null, may_extend: false, period_start: null, period_end: null },
    ...{ cancels_at: null, next: null, blocks_at: null, confirm: null, code: null },
  }
}

/** A row as its company sees it. */
export async function subscriptionOf(
  ctx: TeamCtx,
  provider: Provider['name'],
  row: Row,
): Promise<Subscription> {
  const now = ctx.now()
  const { members, pending } = await seatsInUse(ctx.tx, row.team_id, now)
  const status = statusAt(row, now)
  const { slug, currency, interval, seats, trial_ends_at, period_start, period_end, cancels_at, next } = row
  const code = row.code_id
    ? await ctx.tx
        .selectFrom('signup_codes')
        .select(['id', 'code', 'partner_name', 'discount_percent'])
        .where('id', '=', row.code_id)
        .executeTakeFirst()
    : undefined
  return {
    ...{ provider, slug, status, currency, interval, seats: termsOf(row) ? seats : 0 },
    ...{ seats_used: members + pending, trial_ends_at, period_start, period_end, cancels_at, next },
    may_extend: status === 'TRIALING' && row.extended_at === null,
    blocks_at: status === 'PAST_DUE' || status === 'EXPIRED' ? blockOf(row) : null,
    confirm: row.confirm,
    code: code ? { ...code, discount_percent: row.discount_percent } : null,
  }
}

export async function showSubscription(ctx: TeamCtx, provider: Provider | null): Promise<Subscription> {
  if (provider) return subscriptionOf(ctx, provider.name, await readRow(ctx.tx, ctx.team.team_id))
  const { members, pending } = await seatsInUse(ctx.tx, ctx.team.team_id, ctx.now())
  return unlimited(members + pending)
}

export const showPayments = (ctx: TeamCtx) =>
  ctx.tx
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.invoice_id', 'i.number as invoice_number', 'p.at', 'p.amount'])
    .select(['p.currency', 'p.state', 'p.method', 'p.problem'])
    .where('p.team_id', '=', ctx.team.team_id)
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1000)
    .execute()

export const showInvoices = (ctx: TeamCtx) =>
  ctx.tx
    .selectFrom('invoices')
    .select(['id', 'number', 'state', 'currency', 'lines', 'subtotal', 'tax_percent', 'reverse_charge'])
    .select(['tax', 'total', 'issued_at', 'due_at', 'paid_at'])
    .where('team_id', '=', ctx.team.team_id)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()

/** The invoice that the next period begins with. */
async function nextInvoice(ctx: TeamCtx, row: Row): Promise<Invoice | null> {
  const now = ctx.now()
  const present = presentOf(await accountOf(ctx.tx, row, now))
  if (!present || row.cancels_at !== null) return null
  const terms = { ...present.terms, ...row.next }
  const { seller, taxes } = ctx.config.billing
  const { info } = await accountOf(ctx.tx, row, now)
  const period = nextPeriod(present, terms)
  return {
    ...periodSums(terms, period, taxOf(seller, info, taxes)),
    ...{ id: row.team_id, number: null, state: 'OPEN', issued_at: null, paid_at: null },
    due_at: period.start.toISOString(),
  }
}

export async function showUpcoming(ctx: TeamCtx, provider: Provider | null): Promise<Invoice | null> {
  if (!provider) return null
  const row = await readRow(ctx.tx, ctx.team.team_id)
  if (!provider.isRemote) return nextInvoice(ctx, row)
  return row.upcoming && { ...row.upcoming, id: row.team_id }
}

export const showMethods = (ctx: TeamCtx) =>
  ctx.tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('team_id', '=', ctx.team.team_id)
    .orderBy('created_at')
    .orderBy('payment_method_id')
    .limit(100)
    .execute()

export const prices = () =>
  paidPlans.flatMap((slug) =>
    currencies.flatMap((currency) =>
      intervals.map((interval) => ({
        ...{ slug, currency, interval },
        unit_amount: seatPrice(slug, currency, interval),
      })),
    ),
  )

const currencyNames = { EUR: 'Euro', USD: 'US dollar', GBP: 'Pound sterling', CHF: 'Swiss franc' } as const
export const currencyList = () =>
  currencies.map((code) => ({ code, name: currencyNames[code], minor_digits: 2 }))

/** What is in use of a company's plan. What is stored: the uploaded versions. */
export async function usageOf(ctx: Pick<PublicCtx, 'tx' | 'now'>, teamId: string) {
  const { members, pending } = await seatsInUse(ctx.tx, teamId, ctx.now())
  const { rows } = await sql<{ active_projects: number; storage_bytes: number }>`select
    (select count(*)::int from projects
      where team_id = ${teamId} and status = 'ACTIVE' and deleted_at is null) as active_projects,
    (select coalesce(sum(v.size_bytes), 0)::bigint from bim_file_variants v
      join projects p on p.id = v.project_id
      where p.team_id = ${teamId} and v.blob_key is not null) as storage_bytes`.execute(ctx.tx)
  return {
    active_projects: rows[0]?.active_projects ?? 0,
    team_members: members,
    pending_invites: pending,
    storage_bytes: rows[0]?.storage_bytes ?? 0,
  }
}

/** A company's settings, the limits of its plan and what is in use. */
export async function teamConfiguration(ctx: TeamCtx, provider: Provider | null) {
  const { team_id } = ctx.team
  const row = provider && (await readRow(ctx.tx, team_id))
  const slug: PlanSlug = row?.slug ?? 'self_hosted'
  const limits = planLimits[slug]
  const file_bytes = ctx.config.limits.uploadBytes
  return {
    team: await readTeam(ctx, team_id),
    plan: { slug },
    limits: {
      ...limits,
      team_members: row ? seatLimit(row, planLimits.free.team_members) : null,
      file_bytes: limits.file_bytes === null ? file_bytes : Math.min(limits.file_bytes, file_bytes),
    },
    usage: await usageOf(ctx, team_id),
  }
}

/** Whether it goes on and has to be paid with something. */
export const goesOn = (row: Row, now: Date) =>
  termsOf(row) !== null && statusAt(row, now) !== 'EXPIRED' && row.cancels_at === null
