import type { Db } from '../db/database.ts'

/** `npm run operator -- mails`: what the mail server has not taken. */

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
  if (rows.length === 0) return ['Every mail was taken.']
  return rows.map(({ recipient, subject, state, attempts, created_at, next_at, error }) => {
    const what = state === 'FAILED' ? 'given up' : `tried again ${next_at}`
    return `${created_at}  ${recipient}  “${subject}”  ${what}, ${attempts} tries: ${error ?? ''}`
  })
}

/** From the beginning: for three days more. */
async function retryFailed(db: Db, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'QUEUED', attempts: 0, created_at: at, next_at: at })
    .where('state', '=', 'FAILED')
    .executeTakeFirst()
  return [`${numUpdatedRows} mails are tried again within a minute.`]
}

export function runMailCommand(db: Db, now: Date, [, what]: string[]): Promise<string[]> {
  return what === 'retry' ? retryFailed(db, now) : listUndelivered(db)
}
