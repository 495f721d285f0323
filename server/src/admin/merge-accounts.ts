import type * as api from '@plumbline/contract/admin/people'
import { reason } from '@plumbline/contract/reasons'
import { checkStillConfirmed, getConfirmedHash } from '../auth/passwords.ts'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readAccount } from './get-account.ts'
import { mergePeople } from './merging/merge-people.ts'

export const mergeAccounts: Handler<typeof api.mergeAccounts, string> = {
  prepare: (ctx, { body }) => getConfirmedHash(ctx, body.password, 'password'),
  handle: async (ctx, { params: { id }, body }, confirmedHash) => {
    await checkStillConfirmed(ctx, confirmedHash, 'password')
    const pair = { kept: id, given_up: body.given_up_id }
    const { sessions } = await mergePeople({ ...ctx, by: ctx.actor.user_id }, pair, ({ email }) => {
      if (email.toLowerCase() !== body.email.toLowerCase())
        throw new Refusal('bad_request', { fields: { email: reason('merge_address') } })
    })
    for (const session of sessions) ctx.onCommit(() => ctx.live.endSession(session))
    return readAccount(ctx, id)
  },
}
