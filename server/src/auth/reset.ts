import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { createCode } from './codes.ts'
import { mailTo } from './mails.ts'
/** The mail with the code, to somebody who has an account. */
export const sendReset = (server: Server, email: string): Promise<void> =>
  inTransaction(server.db, async (tx) => {
    const ctx = { ...server, tx }
    const known = await tx
      .selectFrom('users')
      .select(['email', 'locale'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!known) return
    const { code } = await createCode(ctx, 'RESET', email)
    await mailTo(ctx, known, (texts) => texts.reset, `/reset-password?code=${code}`)
  })
