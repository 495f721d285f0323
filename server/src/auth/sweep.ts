import type { Server } from '../context.ts'

/** Forgets sessions, codes and challenges that are over. */
export async function sweepAccounts({ db, now }: Server): Promise<void> {
  const at = now().toISOString()
  for (const table of ['sessions', 'mail_codes', 'email_changes', 'passkey_challenges'] as const)
    await db.deleteFrom(table).where('expires_at', '<', at).execute()
}
