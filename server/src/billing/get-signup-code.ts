import type * as api from '@plumbline/contract/billing/signup-codes'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { selectSignupCode } from './signup-codes.ts'

/** Codes of partners. One that is used up, expired or unknown is nothing to anybody. */

const HOUR_S = 3600

/** tries of one address in an hour: codes are not to be guessed */
const MOST_TRIES = 60

export const getSignupCode: Handler<typeof api.getSignupCode, void> = {
  prepare: (ctx) => ctx.limit(`signup-code:${ctx.http.ip}`, MOST_TRIES, HOUR_S),
  handle: async (ctx, { params }) => {
    const code = await selectSignupCode(ctx.tx, params.id, ctx.now()).executeTakeFirst()
    if (!code || (code.max_redemptions !== null && code.redeemed >= code.max_redemptions))
      throw new Refusal('link_expired')
    return code
  },
}
