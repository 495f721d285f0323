import type * as api from '@plumbline/contract/admin/people'
import { endSessions } from '../auth/sessions.ts'
import type { Input, UserCtx } from '../context.ts'
import { getAdministeredPerson, recordActOnPerson } from './administered-person.ts'
import { readAccount } from './get-account.ts'

export async function lockAccount(ctx: UserCtx, { params: { id } }: Input<typeof api.lockAccount>) {
  const person = await getAdministeredPerson(ctx, id)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('users')
    .set({ locked_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  await endSessions(ctx, id)
  if (numUpdatedRows > 0n)
    await recordActOnPerson(ctx, person, 'ACCOUNT_LOCKED', {
      choose: (texts) => texts.lockedByOperator,
      path: '/login',
    })
  return readAccount(ctx, id)
}
