import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'
import { paidPlans } from '@plumbline/contract/billing/plans'
import * as z from 'zod/mini'
import { type Db, getSqlState, inTransaction } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { OperatorUsageError } from '../operator-usage-error.ts'
import { lockSubscription, syncTeamLimits } from './accounts.ts'
import { formatInvoiceAmount, formatLongDate } from './format.ts'
import { settleInvoice } from './settle-invoice.ts'

/** Billing commands of the operator's command line. Each returns the lines to print. */

export interface OperatorContext {
  db: Db
  teller: Teller
  now: () => Date
}

export const billingUsage = `npm run operator -- <command>

  invoices                       list unpaid invoices
  paid <number>                  mark an invoice as paid
  void <number>                  void an invoice; its number stays in use
  enterprise <company id>        set the enterprise plan, which has no limits
  codes                          list sign-up codes and their redemptions
  code <code> --partner <name> [--plan team|business] [--days 30] [--discount 0] [--max <times>] [--expires 2027-01-31]
                                 create a sign-up code
  mails                          list undelivered mails with their errors
  mails retry                    send undelivered mails again`

async function listOpenInvoices({ db }: OperatorContext): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('teams', 'teams.id', 'i.team_id')
    .select(['i.number', 'i.total', 'i.currency', 'i.due_at', 'teams.name', 'i.team_id'])
    .where('i.state', '=', 'OPEN')
    .where('i.provider', '=', 'builtin')
    .orderBy('i.due_at')
    .execute()
  const lines = rows.map(({ number, total, currency, due_at, name, team_id }) =>
    [
      number,
      formatInvoiceAmount('en', currency, total),
      `due ${formatLongDate('en', due_at ?? '')}`,
      name,
      team_id,
    ].join('  '),
  )
  return lines.length > 0 ? lines : ['Every invoice is paid.']
}

async function settleInvoiceByNumber(
  { db, teller, now }: OperatorContext,
  number: string | undefined,
  outcome: 'PAID' | 'VOID',
) {
  if (!number) throw new OperatorUsageError('Which invoice?')
  const done = await inTransaction(db, (tx) =>
    settleInvoice({ tx, tell: teller.begin(tx), now }, number, outcome),
  )
  if (!done) throw new OperatorUsageError(`There is no open invoice ${number}.`)
  teller.nudge()
  return [`${number} is ${outcome === 'PAID' ? 'paid' : 'void'}.`]
}

async function setEnterprisePlan({ db, teller, now }: OperatorContext, teamId: string | undefined) {
  const team_id = z.safeParse(z.uuid(), teamId).data
  if (!team_id)
    throw new OperatorUsageError('Which company? Its id stands in the list of invoices and in addresses.')
  await inTransaction(db, async (tx) => {
    const before = await lockSubscription(tx, team_id)
    // a first payment may wait for the bank, or be under way
    if (before.subscription_id || before.confirm || before.lease_key)
      throw new OperatorUsageError('This company is paying elsewhere: end that first.')
    await tx
      .updateTable('subscriptions')
      .set({
        slug: 'enterprise',
        seats: 0,
        next: null,
        trial_ends_at: null,
        cancels_at: null,
        ended_at: null,
        anchored_at: null,
        period_start: null,
        period_end: null,
      })
      .where('team_id', '=', team_id)
      .execute()
    await syncTeamLimits({ tx, tell: teller.begin(tx), now }, before)
  })
  teller.nudge()
  return [`${team_id} has the plan enterprise.`]
}

async function listSignupCodes({ db }: OperatorContext): Promise<string[]> {
  const rows = await db.selectFrom('signup_codes').selectAll().orderBy('created_at').execute()
  return rows.map((row) =>
    [
      row.code,
      row.partner_name,
      `${row.trial_days} days of ${row.plan_slug}`,
      `-${row.discount_percent}%`,
      `${row.redeemed} of ${row.max_redemptions ?? 'any number'}`,
      row.expires_at ? `until ${formatLongDate('en', row.expires_at)}` : '',
    ].join('  '),
  )
}

const NewCode = z.object({
  code: z.string().check(z.regex(/^[\w-]{3,60}$/)),
  partner: z.string().check(z.minLength(1), z.maxLength(120)),
  plan: z._default(z.enum(paidPlans), 'business'),
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(730)), 30),
  discount: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 0),
  max: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  expires: z.optional(z.iso.date()),
})

async function createSignupCode(
  { db }: OperatorContext,
  code: string | undefined,
  options: Record<string, unknown>,
) {
  const read = z.safeParse(NewCode, { code, ...options })
  if (!read.success)
    throw new OperatorUsageError(
      read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    )
  const { partner, plan, days, discount, max, expires } = read.data
  try {
    await db
      .insertInto('signup_codes')
      .values({
        id: randomUUIDv7(),
        code: read.data.code,
        partner_name: partner,
        plan_slug: plan,
        trial_days: days,
        discount_percent: discount,
        max_redemptions: max ?? null,
        // valid to the end of the day
        expires_at: expires ? `${expires}T23:59:59.999Z` : null,
      })
      .execute()
  } catch (error) {
    if (getSqlState(error) === '23505') throw new OperatorUsageError('There is a code like this already.')
    throw error
  }
  return [`${read.data.code} can be used.`]
}

const text = { type: 'string' } as const
const options = { partner: text, plan: text, days: text, discount: text, max: text, expires: text }

export async function runOperatorCommand(operator: OperatorContext, args: string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const [command, target] = positionals
  switch (command) {
    case 'invoices':
      return listOpenInvoices(operator)
    case 'paid':
      return settleInvoiceByNumber(operator, target, 'PAID')
    case 'void':
      return settleInvoiceByNumber(operator, target, 'VOID')
    case 'enterprise':
      return setEnterprisePlan(operator, target)
    case 'codes':
      return listSignupCodes(operator)
    case 'code':
      return createSignupCode(operator, target, values)
    default:
      throw new OperatorUsageError(billingUsage)
  }
}
