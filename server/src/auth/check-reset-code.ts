import type * as api from '@plumbline/contract/auth/auth'
import type { Input, PublicCtx } from '../context.ts'
import { codeAddress } from './codes.ts'

export const checkResetCode = async (ctx: PublicCtx, { query }: Input<typeof api.checkResetCode>) => ({
  email: await codeAddress(ctx, 'RESET', query.code),
})
