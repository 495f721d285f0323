import type * as api from '@plumbline/contract/auth/auth'
import type { Input, PublicCtx } from '../context.ts'
import { getCodeEmail } from './mail-codes.ts'

export const checkSignupCode = async (ctx: PublicCtx, { query }: Input<typeof api.checkSignupCode>) => ({
  email: await getCodeEmail(ctx, 'SIGNUP', query.code),
})
