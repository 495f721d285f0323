import type * as api from '@plumbline/contract/admin/people'
import { eraseAccount } from '../access/erase-account.ts'
import { checkStillConfirmed, getConfirmedHash } from '../auth/passwords.ts'
import type { Handler } from '../context.ts'
import { actFor, getAdministeredPerson } from './administered-person.ts'
import { recordOperatorAct } from './operators.ts'

export const deleteAccount: Handler<typeof api.deleteAccount, string> = {
  prepare: (ctx, { body }) => getConfirmedHash(ctx, body.password, 'password'),
  handle: async (ctx, { params: { id } }, confirmedHash) => {
    await checkStillConfirmed(ctx, confirmedHash, 'password')
    const person = await getAdministeredPerson(ctx, id)
    await recordOperatorAct(ctx, { kind: 'ACCOUNT_REMOVED', by: ctx.actor.user_id, person_id: id })
    await eraseAccount(actFor(ctx, person))
  },
}
