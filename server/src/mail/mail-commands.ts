import type { Db } from '../db/database.ts'

/** `npm run operator -- mails`: lists undelivered mails and retries failed ones. */

const MAX_LISTED = 200

async function listUndelivered(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'state', 'attempts', 'created_at', 'next_at', 'error'])
    .where((eb) =>
      eb.or([eb('state', '=', 'FAILED'), eb.and([eb('state', '=', 'QUEUED'), eb('attempts', '>', 0)])]),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
  if (rows.length === 0) return ['All mails were delivered.']
  return rows.map(({ recipient, subject, state, attempts, created_at, next_at, error }) => {
    const status = state === 'FAILED' ? 'given up' : `next attempt ${next_at}`
    return `${created_at}  ${recipient}  “${subject}”  ${status}, ${attempts} attempts: ${error ?? ''}`
  })
}

/** Restarts the attempts of failed mails for another three days. */
export async function retryFailedMails(db: Db, now: Date): Promise<number> {
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'QUEUED', attempts: 0, created_at: at, next_at: at })
    .where('state', '=', 'FAILED')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function runMailCommand(db: Db, now: Date, [, subcommand]: string[]): Promise<string[]> {
  if (subcommand !== 'retry') return listUndelivered(db)
  const mails = await retryFailedMails(db, now)
  return [`${mails} ${mails === 1 ? 'mail' : 'mails'} will be retried within a minute.`]
}
