import { GRACE_DAYS } from '@plumbline/contract/billing/plans'
import { type Locale, locales } from '@plumbline/contract/users/users'
import type { Server } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { queueMail } from '../mail/mail.ts'
import { getBuyer, isToldByMail, lockSubscription, type SubscriptionRow, syncTeamLimits } from './accounts.ts'
import type { InvoiceRow } from './draw-invoice.ts'
import { formatInvoiceFileName, renderInvoice } from './invoice-pdf.ts'
import { type BillingNotice, buildInvoiceMail, buildNoticeMails } from './mails.ts'
import type { BillingProvider } from './provider.ts'
import { refreshUnsettledTeams } from './refresh-accounts.ts'
import { endUnrenewedPeriod, renewDuePeriods } from './renew.ts'
import { computeEnd, computeStatus, computeWriteBlock, DAY_MS, UNPAID_DAYS } from './rules.ts'

/**
 * Scheduled billing processItem: renews and invoices periods, sends notices and mails invoices. Each step checks again under
 * the company's lock, so concurrent servers do nothing twice.
 */

/** Days before the end of a trial, and before the due date of an invoice, on which a reminder is sent. */
const TRIAL_REMINDER_DAYS = 5
const DUE_REMINDER_DAYS = 3
const BATCH_SIZE = 500

interface ScheduleContext {
  server: Server
  teller: Teller
  provider: BillingProvider | null
}

const addDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS).toISOString()

async function queueNotices(
  { config, jobs }: Server,
  tx: Tx,
  teamId: string,
  notice: BillingNotice,
  at: string,
) {
  for (const mail of await buildNoticeMails(tx, config.publicUrl, teamId, notice, at))
    await queueMail({ tx, jobs }, mail)
}

/** Sends the notice of a new status, once. */
async function announceStatus(server: Server, tx: Tx, row: SubscriptionRow): Promise<void> {
  const { team_id } = row
  const status = computeStatus(row, server.now())
  if (status === row.told_status || !isToldByMail(status)) return
  const blocks = computeWriteBlock(row) ?? addDays(server.now(), GRACE_DAYS)
  const end = row.period_start === null ? 'trialOver' : 'over'
  await queueNotices(server, tx, team_id, status === 'PAST_DUE' ? 'unpaid' : end, blocks)
  const ended = status === 'EXPIRED' ? { ended_at: computeEnd(row), next: null } : {}
  await tx
    .updateTable('subscriptions')
    .set({ told_status: status, ...ended })
    .where('team_id', '=', team_id)
    .execute()
}

async function remindOfTrial(server: Server, tx: Tx, row: SubscriptionRow): Promise<void> {
  const { trial_ends_at } = row
  if (
    computeStatus(row, server.now()) !== 'TRIALING' ||
    trial_ends_at === null ||
    row.trial_reminded_at !== null
  )
    return
  if (Date.parse(trial_ends_at) > Date.parse(addDays(server.now(), TRIAL_REMINDER_DAYS))) return
  await queueNotices(server, tx, row.team_id, 'trialEnds', trial_ends_at)
  await tx
    .updateTable('subscriptions')
    .set({ trial_reminded_at: server.now().toISOString() })
    .where('team_id', '=', row.team_id)
    .execute()
}

/** Does the due processItem of one company in a transaction. */
async function processDueTeam(
  { server, teller }: Omit<ScheduleContext, 'provider'>,
  teamId: string,
): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    const before = await lockSubscription(tx, teamId)
    const ctx = { config: server.config, now: server.now, tx }
    const row = await endUnrenewedPeriod(ctx, await renewDuePeriods(ctx, before))
    await remindOfTrial(server, tx, row)
    await announceStatus(server, tx, row)
    const isSame = row === before && computeStatus(row, server.now()) === row.told_status
    if (!isSame) await syncTeamLimits({ tx, tell: teller.begin(tx), now: server.now }, before)
  })
}

/**
 * Companies that may have due work; the transaction decides. Excludes those whose status was mailed already: they would fill
 * the batch for as long as they owe.
 */
async function listDueTeams({ db, now }: Server): Promise<string[]> {
  const at = now().toISOString()
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('teams', 'teams.id', 's.team_id')
    .select('s.team_id')
    .where('teams.deleted_at', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        and([
          eb('s.told_status', 'is distinct from', 'EXPIRED'),
          or([
            and([eb('s.trial_ends_at', '<=', at), eb('s.period_start', 'is', null)]),
            eb('s.cancels_at', '<=', at),
            eb('s.ended_at', '<=', at),
            eb('s.unpaid_at', '<=', addDays(now(), -UNPAID_DAYS)),
            and([eb('s.unpaid_at', '<=', at), eb('s.told_status', 'is distinct from', 'PAST_DUE')]),
          ]),
        ]),
        and([
          eb('s.ended_at', 'is', null),
          eb('s.trial_ends_at', '<=', addDays(now(), TRIAL_REMINDER_DAYS)),
          eb('s.trial_ends_at', '>', at),
          eb('s.trial_reminded_at', 'is', null),
          eb('s.period_start', 'is', null),
        ]),
        and([
          eb('s.ended_at', 'is', null),
          eb('s.period_end', '<=', at),
          or([eb('s.unpaid_at', 'is', null), eb('s.unpaid_at', '>', at)]),
        ]),
      ]),
    )
    .orderBy('s.team_id')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map((row) => row.team_id)
}

type InvoiceMailKind = 'NEW' | 'DUE'
const mailedAtColumns = { NEW: 'mailed_at', DUE: 'due_reminded_at' } as const

async function listInvoicesToMail({
  db,
  now,
}: Server): Promise<{ invoice: InvoiceRow; kind: InvoiceMailKind }[]> {
  const selectOwn = db.selectFrom('invoices').selectAll().where('provider', '=', 'builtin').limit(BATCH_SIZE)
  const unsent = await selectOwn
    .where('mailed_at', 'is', null)
    .where('state', '!=', 'VOID')
    .orderBy('issued_at')
    .execute()
  const due = await selectOwn
    .where('state', '=', 'OPEN')
    .where('mailed_at', 'is not', null)
    .where('due_reminded_at', 'is', null)
    .where('due_at', '<=', addDays(now(), DUE_REMINDER_DAYS))
    .orderBy('due_at')
    .execute()
  return [
    ...unsent.map((invoice) => ({ invoice, kind: 'NEW' as const })),
    ...due.map((invoice) => ({ invoice, kind: 'DUE' as const })),
  ]
}

/** Draws the PDF before the transaction; the server that marks the row sends the mail. */
async function mailInvoice(server: Server, invoice: InvoiceRow, kind: InvoiceMailKind): Promise<void> {
  const attachment = await renderInvoice(invoice, 'bill')
  await inTransaction(server.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('invoices')
      .set({ [mailedAtColumns[kind]]: server.now().toISOString() })
      .where('id', '=', invoice.id)
      .where(mailedAtColumns[kind], 'is', null)
      // it may have been paid or voided since it was listed
      .where('state', 'in', kind === 'DUE' ? ['OPEN'] : ['OPEN', 'PAID'])
      .executeTakeFirst()
    const { info } = await getBuyer(tx, invoice.team_id)
    if (numUpdatedRows === 0n || info.email === '') return
    const locale: Locale = locales.find((known) => known === invoice.locale) ?? 'en'
    const mail = buildInvoiceMail(
      { to: info.email, locale, publicUrl: server.config.publicUrl },
      invoice,
      kind,
    )
    await queueMail(
      { tx, jobs: server.jobs },
      { ...mail, attachment, attachment_name: formatInvoiceFileName(invoice) },
    )
  })
}

/** Logs a failure and continues with the others; the next run retries. */
async function processEach<T>(
  server: Server,
  items: T[],
  processItem: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items)
    await processItem(item).catch((err: unknown) => server.log.warn({ err }, 'billing'))
}

export async function runBillingSchedule(parts: ScheduleContext): Promise<void> {
  const { server, teller, provider } = parts
  if (!provider) return
  await processEach(server, await listDueTeams(server), (teamId) => processDueTeam(parts, teamId))
  await processEach(server, await listInvoicesToMail(server), ({ invoice, kind }) =>
    mailInvoice(server, invoice, kind),
  )
  if (provider.isRemote) await refreshUnsettledTeams({ server, teller, provider })
  teller.nudge()
}
