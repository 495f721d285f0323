import type * as api from '@plumbline/contract/admin/people'
import type { Input, UserCtx } from '../context.ts'
import { getAdministeredPerson, recordActOnPerson } from './administered-person.ts'
import { readAccount } from './get-account.ts'

export async function unlockAccount(ctx: UserCtx, { params: { id } }: Input<typeof api.unlockAccount>) {
  const person = await getAdministeredPerson(ctx, id)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('users')
    .set({ locked_at: null })
    .where('id', '=', id)
    .where('locked_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await recordActOnPerson(ctx, person, 'ACCOUNT_UNLOCKED', {
      choose: (texts) => texts.unlockedByOperator,
      path: '/login',
    })
  return readAccount(ctx, id)
}
