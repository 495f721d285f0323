import type * as api from '@plumbline/contract/auth/auth'
import type { Input, PublicCtx } from '../context.ts'
import { getCodeEmail } from './mail-codes.ts'

export const checkResetCode = async (ctx: PublicCtx, { query }: Input<typeof api.checkResetCode>) => ({
  email: await getCodeEmail(ctx, 'RESET', query.code),
})
