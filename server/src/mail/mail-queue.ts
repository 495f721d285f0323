import { type Selectable, sql } from 'kysely'
import type { Server } from '../context.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** The mail queue: a mail's row holds its state, a job only triggers an attempt. */

/** Days of attempts, as is usual for mail servers. */
const RETRY_DAYS = 3
const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3600_000
/** A killed process keeps its claimed mail for this long. */
const LEASE_MS = 5 * 60_000
/** A mail without an attempt after this time has lost its job. */
const LOST_AFTER_MS = 2 * 60_000
const SWEEP_LIMIT = 500
/** Delivered mails are kept this long for questions about their delivery. */
const KEPT_DAYS = 30
/** removed in one sweep, which runs every minute */
const REMOVED_PER_SWEEP = 2000

type MailRow = Selectable<Tables['mails']>
const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

/** Claims a due mail for this process; null if it is not due or claimed by another process. */
export async function claimMail(
  { db, now }: Pick<Server, 'db' | 'now'>,
  id: string,
): Promise<MailRow | null> {
  const at = now()
  const mail = await db
    .updateTable('mails')
    .set({ next_at: later(at, LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .where((eb) => eb.or([eb('next_at', 'is', null), eb('next_at', '<=', at.toISOString())]))
    .returningAll()
    .executeTakeFirst()
  return mail ?? null
}

export async function finishMail({ db }: Pick<Server, 'db'>, id: string, state: 'SENT' | 'KEPT') {
  await db.updateTable('mails').set({ state, next_at: null, error: null }).where('id', '=', id).execute()
}

/** True for permanent failures: the address does not exist, or the mail is too large. */
const isPermanentFailure = (error: Error): boolean => {
  const { code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** Schedules the next attempt with exponential backoff, or gives up after three days. */
export async function retryMail(
  { db, now, log }: Pick<Server, 'db' | 'now' | 'log'>,
  mail: MailRow,
  error: Error,
) {
  const attempts = mail.attempts + 1
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)
  const isOver =
    isPermanentFailure(error) ||
    Date.parse(later(now(), pause)) > Date.parse(mail.created_at) + RETRY_DAYS * 86_400_000
  log.warn({ mail: mail.id, attempts, err: error }, isOver ? 'mail failed' : 'mail attempt failed')
  await db
    .updateTable('mails')
    .set({
      attempts,
      error: error.message.slice(0, 500),
      ...(isOver ? { state: 'FAILED', next_at: null } : { next_at: later(now(), pause) }),
    })
    .where('id', '=', mail.id)
    .where('state', '=', 'QUEUED')
    .execute()
}

/** Adds jobs for mails that are due or lost their job, and fails mails past their last day. */
export async function queueDueMails({ db, jobs, now }: Pick<Server, 'db' | 'jobs' | 'now'>): Promise<void> {
  const at = now()
  await db
    .updateTable('mails')
    .set({ state: 'FAILED', next_at: null, error: sql`coalesce(error, 'It was never tried')` })
    .where('state', '=', 'QUEUED')
    .where('created_at', '<', later(at, -RETRY_DAYS * 86_400_000))
    .execute()
  const due = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'QUEUED')
    .where((eb) =>
      eb.or([
        eb('next_at', '<=', at.toISOString()),
        eb.and([eb('next_at', 'is', null), eb('created_at', '<', later(at, -LOST_AFTER_MS))]),
      ]),
    )
    .orderBy('created_at')
    .limit(SWEEP_LIMIT)
    .execute()
  const subjects = due.map(({ id }) => ({ mail_id: id }))
  await inTransaction(db, (tx) => jobs.addMissing(tx, 'mail', subjects))
}

/** Removes delivered mails, which hold codes, names and documents of people. */
export async function sweepMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('created_at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
        .where('state', 'in', ['SENT', 'KEPT'])
        .orderBy('created_at')
        .limit(REMOVED_PER_SWEEP),
    )
    .execute()
}

export interface MailCounts {
  /** failed at least once and will be retried */
  waiting: number
  /** given up; listed by `npm run operator -- mails` */
  failed: number
}

export async function countUndelivered(db: Db): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*) filter (where state = 'QUEUED' and attempts > 0)::int as waiting,
      count(*) filter (where state = 'FAILED')::int as failed
    from mails where state in ('QUEUED', 'FAILED')`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}
