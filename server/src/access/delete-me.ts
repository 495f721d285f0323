import { clearSessionCookies } from '../auth/sessions.ts'
import type { UserCtx } from '../context.ts'
import { eraseAccount } from './erase-account.ts'

export async function deleteMe(ctx: UserCtx): Promise<void> {
  await eraseAccount(ctx)
  clearSessionCookies(ctx)
}
