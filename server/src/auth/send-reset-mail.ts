import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { queueAccountMail, queueMergedMail } from './account-mails.ts'
import { createMailCode } from './mail-codes.ts'

/** Sends the password-reset mail if the address has an account. */
export const sendResetMail = (server: Server, email: string): Promise<void> =>
  inTransaction(server.db, async (tx) => {
    const ctx = { ...server, tx }
    const known = await tx
      .selectFrom('users')
      .select(['email', 'locale', 'merged_into'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!known) return
    if (known.merged_into !== null) return queueMergedMail(ctx, known, known.merged_into)
    const { code } = await createMailCode(ctx, 'RESET', email)
    await queueAccountMail(ctx, known, (texts) => texts.reset, `/reset-password?code=${code}`)
  })
