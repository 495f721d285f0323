import type * as api from '@plumbline/contract/admin/people'
import { reason } from '@plumbline/contract/reasons'
import { checkStillConfirmed, getConfirmedHash } from '../auth/passwords.ts'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { actFor, getAdministeredPerson, recordActOnPerson } from './administered-person.ts'
import { readAccount } from './get-account.ts'

export const resetSecondFactor: Handler<typeof api.resetSecondFactor, string> = {
  prepare: (ctx, { body }) => getConfirmedHash(ctx, body.password, 'password'),
  handle: async (ctx, { params: { id } }, confirmedHash) => {
    await checkStillConfirmed(ctx, confirmedHash, 'password')
    const person = await getAdministeredPerson(ctx, id)
    const { numDeletedRows } = await ctx.tx
      .deleteFrom('user_totp')
      .where('user_id', '=', id)
      .where('is_confirmed', '=', true)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('wrong_state', reason('totp_already_off'))
    await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
    await publishUserToSelf(actFor(ctx, person))
    await recordActOnPerson(ctx, person, 'SECOND_FACTOR_RESET', {
      choose: (texts) => texts.totpResetByOperator,
      path: '/me',
    })
    return readAccount(ctx, id)
  },
}
