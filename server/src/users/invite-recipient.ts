import type { Locale } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Recipient of an invitation mail, in the language of their account, or of the inviter if they have none. */
export interface InviteRecipient {
  email: string
  locale: Locale
  has_account: boolean
}

/** null if the account is locked: it gets no mails. */
export async function getInviteRecipient(
  tx: Tx,
  email: string,
  writerId: string,
): Promise<InviteRecipient | null> {
  const [owner] = await tx
    .selectFrom('users')
    .select(['locale', 'locked_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
  if (owner?.locked_at) return null
  if (owner) return { email, locale: owner.locale, has_account: true }
  const [writer] = await tx.selectFrom('users').select('locale').where('id', '=', writerId).execute()
  return { email, locale: writer?.locale ?? 'en', has_account: false }
}
