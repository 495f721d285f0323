import { disconnectProgram, listConnections } from '@plumbline/contract/auth/oauth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { callWhileHeld, waitForLocks } from '../../../test/held-locks.ts'
import { makeUser } from '../../../test/make.ts'
import { makeProgram } from '../../../test/oauth.ts'

/** Writes lock a grant before its codes and tokens, like its deletion; codes that are not exchanged yet come first. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeConnected() {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const { refresh_token } = await program.connect(user.client)
  const grant = sql`select from oauth_grants where user_id = ${user.id} for update`
  const disconnect = () => user.client.call(disconnectProgram, { params: { clientId: program.client_id } })
  return { user, program, refresh_token, grant, disconnect }
}

test('A refresh that waits for its grant does not hold its token', async () => {
  const { user, program, refresh_token, grant } = await makeConnected()
  await callWhileHeld(app, {
    held: grant,
    call: async () => expect((await program.refresh(refresh_token)).status).toBe(200),
    free: [
      sql`select from oauth_tokens t join oauth_grants g on g.id = t.grant_id
        where g.user_id = ${user.id} for update of t nowait`,
    ],
  })
})

test('A disconnection that waits for its grant does not hold its code', async () => {
  const { user, grant, disconnect } = await makeConnected()
  await callWhileHeld(app, {
    held: grant,
    call: disconnect,
    free: [sql`select from oauth_codes where user_id = ${user.id} for update nowait`],
  })
})

test('A program that is disconnected while it exchanges its code gets no access', async () => {
  const { user, program, disconnect } = await makeConnected()
  const code = (await program.consent(user.client)).searchParams.get('code') ?? ''
  const exchanged = await app.server.db.transaction().execute(async (tx) => {
    await sql`lock table oauth_grants in share mode`.execute(tx)
    const exchanged = program.exchangeCode(code)
    await waitForLocks(app, 1)
    const disconnected = disconnect()
    await waitForLocks(app, 2)
    return { exchanged, disconnected }
  })
  expect((await exchanged.exchanged).status).toBe(200)
  await exchanged.disconnected
  expect(await user.client.call(listConnections, {})).toEqual([])
})
