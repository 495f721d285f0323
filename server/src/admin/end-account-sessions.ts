import type * as api from '@plumbline/contract/admin/people'
import { endSessions } from '../auth/sessions.ts'
import type { Input, UserCtx } from '../context.ts'
import { getAdministeredPerson, recordActOnPerson } from './administered-person.ts'
import { readAccount } from './get-account.ts'

export async function endAccountSessions(
  ctx: UserCtx,
  { params: { id } }: Input<typeof api.endAccountSessions>,
) {
  const person = await getAdministeredPerson(ctx, id)
  await endSessions(ctx, id)
  await recordActOnPerson(ctx, person, 'PERSON_SIGNED_OUT', {
    choose: (texts) => texts.signedOutByOperator,
    path: '/login',
  })
  return readAccount(ctx, id)
}
