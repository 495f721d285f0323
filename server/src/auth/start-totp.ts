import type * as api from '@plumbline/contract/auth/account'
import { reason } from '@plumbline/contract/reasons'
import { Secret, TOTP } from 'otpauth'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { seal } from '../seal.ts'
import { checkStillConfirmed, getConfirmedHash } from './passwords.ts'
import { getTotpSealOptions } from './totp.ts'

export const startTotp: Handler<typeof api.startTotp, string> = {
  prepare: (ctx, { body }) => getConfirmedHash(ctx, body.password, 'password'),
  handle: async (ctx, _input, confirmedHash) => {
    await checkStillConfirmed(ctx, confirmedHash, 'password')
    const { user_id, email } = ctx.actor
    const secret = new Secret({ size: 20 })
    const begun = await ctx.tx
      .insertInto('user_totp')
      .values({ user_id, secret: seal(ctx, getTotpSealOptions(user_id), secret.bytes) })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret: (eb) => eb.ref('excluded.secret'), last_step: 0 })
          .where('user_totp.is_confirmed', '=', false),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!begun) throw new Refusal('wrong_state', reason('totp_already_on'))
    const totp = new TOTP({ issuer: 'Plumbline', label: email, secret })
    return { secret: secret.base32, uri: totp.toString() }
  },
}
