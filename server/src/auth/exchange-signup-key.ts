import { randomBytes } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/auth'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { hashCode, hashSignupKey } from './mail-codes.ts'

const MAX_KEY_ATTEMPTS = 5

/** Counts the attempt outside of the transaction, so that it stays counted after a refusal. */
async function checkSignupKey(
  ctx: PublicCtx,
  { body }: Input<typeof api.exchangeSignupKey>,
): Promise<string> {
  await ctx.limit(`key:${ctx.http.network}`, 30, 600)
  const row = await ctx.db
    .updateTable('mail_codes')
    .set({ key_tries: sql`key_tries + 1` })
    .where('email', '=', body.email)
    .where('purpose', '=', 'SIGNUP')
    .where('key_expires_at', '>', ctx.now().toISOString())
    .where('key_tries', '<', MAX_KEY_ATTEMPTS)
    .returning(['id', 'key_hash'])
    .executeTakeFirst()
  if (!row) throw new Refusal('link_expired')
  if (row.key_hash !== hashSignupKey(row.id, body.key))
    throw new Refusal('bad_key', { fields: { key: reason('wrong_key') } })
  return row.id
}

/** Exchanges the six digits for a new code; the key and the code in the mail's link become invalid. */
export const exchangeSignupKey: Handler<typeof api.exchangeSignupKey, string> = {
  prepare: checkSignupKey,
  handle: async (ctx, _input, rowId) => {
    const code = randomBytes(24).toString('base64url')
    const changed = await ctx.tx
      .updateTable('mail_codes')
      .set({ code_hash: hashCode(code), key_hash: null, key_expires_at: null })
      .where('id', '=', rowId)
      .where('key_hash', 'is not', null)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new Refusal('link_expired')
    return { code }
  },
}
