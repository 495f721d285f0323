import { checkSignupCode, completeSignup, startSignup } from '@plumbline/contract/auth/auth'
import type { Db } from '../src/db/database.ts'
import { Remote } from '../test/remote.ts'

/** Signs up a person through the API; returns the signed-in client. */
export async function signUp(db: Db, origin: string, email: string): Promise<{ remote: Remote; id: string }> {
  const remote = new Remote(origin)
  await remote.call(startSignup, { body: { email } })
  const { text } = await db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  const code = decodeURIComponent(/[?&]code=([^\s&]+)/.exec(text)?.[1] ?? '')
  await remote.call(checkSignupCode, { query: { code } })
  const names = { first_name: 'Ada', last_name: 'Mason', password: 'a long enough passphrase' }
  const me = await remote.call(completeSignup, { body: { code, ...names, terms_accepted: true } })
  return { remote, id: me.id }
}
