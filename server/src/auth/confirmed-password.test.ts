import { setImmediate } from 'node:timers/promises'
import * as account from '@plumbline/contract/auth/account'
import { login } from '@plumbline/contract/auth/auth'
import { createToken, listTokens } from '@plumbline/contract/auth/tokens'
import { getMe } from '@plumbline/contract/users/get-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { holdNextReply } from '../../test/held-replies.ts'
import { makeUser, PASSWORD, type User } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const password = PASSWORD
const token = { name: 'Reports', scope: 'READ', project_id: null, expires_in_days: 30, password } as const

const acts: Record<string, (user: User) => Promise<unknown>> = {
  'a change of the address': ({ client }) =>
    client.call(account.changeEmail, { body: { email: 'moved@example.com', password } }),
  'the start of two-step sign-in': ({ client }) => client.call(account.startTotp, { body: { password } }),
  'the start of a passkey': ({ client }) => client.call(account.startPasskey, { body: { password } }),
  'a new API token': ({ client }) => client.call(createToken, { body: token }),
}

for (const [name, act] of Object.entries(acts))
  test(`A password that is changed after its check is refused for ${name}`, async () => {
    const user = await makeUser(app)
    const { isHeld, release } = holdNextReply(
      app.server.db,
      'select "password_hash" from "users" where "id" =',
    )
    const refused = refusal(act(user))
    await isHeld
    const body = { current_password: password, password: 'seven grey geese over Oslo' }
    await user.client.call(account.changePassword, { body })
    release()
    expect((await refused).body.message).toBe('bad password')
    expect(await user.client.call(listTokens, {})).toEqual([])
    expect((await user.client.call(getMe, {})).email).toBe(user.email)
  })

test('A session that is ended while it creates a token creates none', async () => {
  const user = await makeUser(app)
  const thief = new Client(app)
  await thief.call(login, { body: { email: user.email, password } })
  const { db } = app.server
  const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock') as waits`
  const { refused } = await db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user.id} for update`.execute(tx)
    const refused = refusal(thief.call(createToken, { body: token }))
    while (!(await waits.execute(db)).rows[0]?.waits) await setImmediate()
    await user.client.call(account.endOtherSessions, {})
    return { refused }
  })
  expect((await refused).status).toBe(401)
  expect(await user.client.call(listTokens, {})).toEqual([])
})
