import type { Server } from '../context.ts'

const EXPIRED_TOKEN_MS = 30 * 24 * 3600 * 1000

/** Deletes expired sessions, codes, challenges and tokens. */
export async function sweepExpiredCredentials({ db, now }: Server): Promise<void> {
  const at = now().toISOString()
  for (const table of ['sessions', 'mail_codes', 'email_changes', 'passkey_challenges'] as const)
    await db.deleteFrom(table).where('expires_at', '<', at).execute()
  // expired tokens stay listed for 30 days, which explains why a program stopped working
  const ended = new Date(now().getTime() - EXPIRED_TOKEN_MS).toISOString()
  await db.deleteFrom('api_tokens').where('expires_at', '<', ended).execute()
}
