import type * as api from '@plumbline/contract/admin/people'
import { eraseAccount } from '../access/erase-account.ts'
import { checkCurrentPassword } from '../auth/passwords.ts'
import type { Handler } from '../context.ts'
import { actFor, getAdministeredPerson } from './administered-person.ts'
import { recordOperatorAct } from './operators.ts'

export const deleteAccount: Handler<typeof api.deleteAccount, void> = {
  prepare: (ctx, { body }) => checkCurrentPassword(ctx, body.password, 'password'),
  handle: async (ctx, { params: { id } }) => {
    const person = await getAdministeredPerson(ctx, id)
    await recordOperatorAct(ctx, { kind: 'ACCOUNT_REMOVED', by: ctx.actor.user_id, person_id: id })
    await eraseAccount(actFor(ctx, person))
  },
}
