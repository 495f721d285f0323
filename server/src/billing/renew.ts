import type { Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { accountOf, type Row } from './accounts.ts'
import { presentOf } from './builtin.ts'
import { issueInvoice, owedSince } from './invoices.ts'
import type { Account } from './provider.ts'
import { nextPeriod, periodSums } from './quote.ts'
import { statusAt } from './rules.ts'
import { taxOf } from './tax.ts'

/**
 * The built-in provider's next periods. They begin by the clock: the job that invoices them may run late, and whoever
 * orders something meanwhile does its part first.
 */

type Ctx = Pick<Server, 'config' | 'now'> & { tx: Tx }

/** Not of what ends, and not while the last one is owed. */
function isDue({ config, now }: Ctx, row: Row): boolean {
  if (config.billing.provider !== 'builtin' || row.period_end === null) return false
  return Date.parse(row.period_end) <= now().getTime() && statusAt(row, now()) === 'ACTIVE'
}

/** One period further, with what was to begin with it. */
function oneFurther(account: Account, row: Row) {
  const present = presentOf(account)
  if (!present) throw new Error(`Nothing to renew: ${row.team_id}`)
  const terms = { ...present.terms, ...row.next }
  const period = nextPeriod(present, terms)
  const values = {
    ...{ ...terms, next: null },
    ...(terms.interval === present.terms.interval ? {} : { anchored_at: period.start.toISOString() }),
    ...{ period_start: period.start.toISOString(), period_end: period.end.toISOString() },
  }
  return { terms, period, values }
}

/** Begins all periods that have come, each with its invoice. The caller holds the row. */
export async function renewDue(ctx: Ctx, before: Row): Promise<Row> {
  const { config, tx, now } = ctx
  const { team_id } = before
  let row = before
  while (isDue(ctx, row)) {
    const account = await accountOf(tx, row, now())
    const { info, locale } = account
    const { terms, period, values } = oneFurther(account, row)
    const sums = periodSums(terms, period, taxOf(config.billing.seller, info, config.billing.taxes))
    await issueInvoice(tx, config.billing, { team_id, info, locale, sums, now: now() })
    row = await tx
      .updateTable('subscriptions')
      .set({ ...values, unpaid_at: owedSince(team_id) })
      .where('team_id', '=', team_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return row
}

/** The row as `renewDue` would leave it, for who only asks. */
export async function asRenewed(ctx: Ctx, before: Row): Promise<Row> {
  let row = before
  while (isDue(ctx, row)) {
    const { values } = oneFurther(await accountOf(ctx.tx, row, ctx.now()), row)
    row = { ...row, ...values }
  }
  return row
}
