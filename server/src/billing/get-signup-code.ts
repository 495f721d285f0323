import type * as api from '@plumbline/contract/billing/signup-codes'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { selectSignupCode } from './signup-codes.ts'

const HOUR_S = 3600

/** attempts per IP address and hour, so that codes cannot be guessed */
const MAX_ATTEMPTS = 60

export const getSignupCode: Handler<typeof api.getSignupCode, void> = {
  prepare: (ctx) => ctx.limit(`signup-code:${ctx.http.network}`, MAX_ATTEMPTS, HOUR_S),
  handle: async (ctx, { params }) => {
    const code = await selectSignupCode(ctx.tx, params.id, ctx.now()).executeTakeFirst()
    if (!code || (code.max_redemptions !== null && code.redeemed >= code.max_redemptions))
      throw new Refusal('link_expired')
    return code
  },
}
