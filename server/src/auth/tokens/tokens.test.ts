import { changePassword } from '@plumbline/contract/auth/account'
import { completeReset, startReset } from '@plumbline/contract/auth/auth'
import { createToken, listTokens, revokeToken, type TokenScope } from '@plumbline/contract/auth/tokens'
import { createIssue } from '@plumbline/contract/issues/issues'
import { createProject, deleteProject, listProjects } from '@plumbline/contract/projects/projects'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { getMe } from '@plumbline/contract/users/get-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { Client, refusal } from '../../../test/client.ts'
import {
  makeMember,
  makeOwner,
  makeUser,
  PASSWORD,
  waitForMail,
  waitForResetCode,
} from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_TOKEN: '20' })
})
afterAll(() => app.close())

interface Wish {
  scope?: TokenScope
  project_id?: string | null
  expires_in_days?: 30 | 90 | 365 | null
}

/** Creates a token and a client that sends it. */
async function makeToken(client: Client, wish: Wish = {}) {
  const body = { name: 'Report', scope: 'WRITE' as const, project_id: null, expires_in_days: null, ...wish }
  const made = await client.call(createToken, { body: { ...body, password: PASSWORD } })
  const program = new Client(app)
  const headers = { authorization: `Bearer ${made.token}` }
  const send = (method: string, url: string, sent?: unknown) => program.send(method, url, sent, headers)
  return { ...made, program, headers, send }
}

test('A token is shown once, authenticates without cookies and is reported by mail', async () => {
  const owner = await makeOwner(app)
  const made = await makeToken(owner.client)
  expect(made.token).toMatch(/^plb_[\w-]{43}$/)
  expect(made.ends_with).toBe(made.token.slice(-4))
  const [listed] = await owner.client.call(listTokens, {})
  expect(listed).toMatchObject({ id: made.id, name: 'Report', scope: 'WRITE', used_at: null })
  expect(JSON.stringify(listed)).not.toContain(made.token.slice(4, 20))
  expect(await waitForMail(app, owner.email)).toContain('Report')
  const stored = await app.server.db.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(made.token.slice(4))

  const me = await made.program.call(getMe, {}, made.headers)
  expect(me.email).toBe(owner.email)
  expect(made.program.cookies.size).toBe(0)
  const params = { id: owner.project.id }
  const issue = await made.program.call(createIssue, { params, body: { name: 'Crack' } }, made.headers)
  expect(issue.created_by).toBe(owner.id)
  await expect
    .poll(async () => (await owner.client.call(listTokens, {})).map(({ used_at }) => used_at !== null))
    .toEqual([true])
})

test('Creating a token needs the password and membership in its project', async () => {
  const owner = await makeOwner(app)
  const stranger = await makeUser(app)
  const body = { name: 'R', scope: 'READ' as const, expires_in_days: null }
  const wrong = await refusal(
    owner.client.call(createToken, { body: { ...body, project_id: null, password: 'not it' } }),
  )
  expect([wrong.status, wrong.body.error]).toEqual([400, 'bad_password'])
  const ask = (project_id: string) =>
    refusal(stranger.client.call(createToken, { body: { ...body, project_id, password: PASSWORD } }))
  const [foreign, absent] = [await ask(owner.project.id), await ask(crypto.randomUUID())]
  expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found'])
  expect(foreign.body.message).toBe(absent.body.message)
  expect(await stranger.client.call(listTokens, {})).toEqual([])
})

test('The scope READ allows reads, WRITE all calls, BCF only the BCF API', async () => {
  const { client, project } = await makeOwner(app)
  const issues = `/api/project/${project.id}/issue`
  const topics = `/bcf/3.0/projects/${project.id}/topics`
  const topic = { title: 'T', topic_type: 'Clash', topic_status: 'Open' }
  const tried = async (scope: TokenScope) => {
    const { send } = await makeToken(client, { scope })
    const answers = [
      await send('GET', issues),
      await send('POST', issues, { name: 'I' }),
      await send('GET', topics),
      await send('POST', topics, topic),
    ]
    return answers.map(({ status }) => status)
  }
  expect(await tried('READ')).toEqual([200, 403, 200, 403])
  expect(await tried('WRITE')).toEqual([200, 201, 200, 201])
  expect(await tried('BCF')).toEqual([403, 403, 200, 201])
})

test('A token of one project reaches only that project', async () => {
  const owner = await makeOwner(app)
  const other = await owner.client.call(createProject, { body: { name: 'Other School' } })
  const { program, headers, send } = await makeToken(owner.client, { project_id: owner.project.id })
  const mine = await program.call(listProjects, {}, headers)
  expect(mine.map(({ id }) => id)).toEqual([owner.project.id])
  expect((await send('GET', '/bcf/3.0/projects')).body).toMatchObject([{ project_id: owner.project.id }])
  const read = (id: string) => send('GET', `/api/project/${id}/issue`)
  const [elsewhere, nowhere] = [await read(other.id), await read(crypto.randomUUID())]
  expect(elsewhere.status).toBe(404)
  const { request_id: _, ...said } = elsewhere.body as Record<string, unknown>
  expect(nowhere.body).toMatchObject(said)
  expect((await send('GET', '/api/notification')).status).toBe(403)
  // the token sees nothing after its project was deleted
  await owner.client.call(deleteProject, { params: { id: owner.project.id } })
  expect(await program.call(listProjects, {}, headers)).toEqual([])
})

test('A token has the current rights of its user', async () => {
  const owner = await makeOwner(app)
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const { send } = await makeToken(viewer.client)
  const issues = `/api/project/${owner.project.id}/issue`
  expect((await send('GET', issues)).status).toBe(200)
  expect((await send('POST', issues, { name: 'I' })).body).toMatchObject({ error: 'forbidden' })
  await app.server.db.deleteFrom('project_members').where('user_id', '=', viewer.id).execute()
  expect((await send('GET', issues)).status).toBe(404)
})

test('Revoked, expired and unknown tokens and tokens of deleted accounts are refused', async () => {
  const user = await makeUser(app)
  const [first, second, third] = [
    await makeToken(user.client),
    await makeToken(user.client, { expires_in_days: 30 }),
    await makeToken(user.client),
  ]
  await user.client.call(revokeToken, { params: { tokenId: first.id } })
  await app.server.db
    .updateTable('api_tokens')
    .set({ expires_at: new Date(0).toISOString() })
    .where('id', '=', second.id)
    .execute()
  const me = ({ send }: typeof first) => send('GET', '/api/me')
  for (const token of [first, second])
    expect((await me(token)).body).toMatchObject({ error: 'unauthenticated' })
  const made_up = await user.client.send('GET', '/api/me', undefined, { authorization: 'Bearer plb_x' })
  expect(made_up.status).toBe(401)
  expect((await me(third)).status).toBe(200)
  await user.client.call(deleteMe, {})
  expect((await me(third)).status).toBe(401)
})

test('Revoking another user’s token is refused with 404', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  const { id, send } = await makeToken(user.client)
  expect((await refusal(other.client.call(revokeToken, { params: { tokenId: id } }))).status).toBe(404)
  expect((await send('GET', '/api/me')).status).toBe(200)
})

test('A token takes precedence over a session cookie', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  const { headers } = await makeToken(user.client, { scope: 'READ' })
  const { body } = await other.client.send('GET', '/api/me', undefined, headers)
  expect(body).toMatchObject({ email: user.email })
  const write = await other.client.send('PATCH', '/api/me', { first_name: 'Mallory' }, headers)
  expect(write.body).toMatchObject({ error: 'insufficient_scope' })
})

test('Calls are rate limited per token', async () => {
  const user = await makeUser(app)
  const [busy, calm] = [await makeToken(user.client), await makeToken(user.client)]
  const statuses: number[] = []
  for (let call = 0; call < 21; call++) statuses.push((await busy.send('GET', '/api/me')).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429])
  expect((await calm.send('GET', '/api/me')).status).toBe(200)
})

test('A token remains after a change and a reset of the password, and the mails say so', async () => {
  const user = await makeUser(app)
  const { program, headers } = await makeToken(user.client)
  await user.client.call(changePassword, {
    body: { current_password: PASSWORD, password: 'seven grey geese over Oslo' },
  })
  const visitor = new Client(app)
  await visitor.call(startReset, { body: { email: user.email } })
  const code = await waitForResetCode(app, user.email)
  await visitor.call(completeReset, { body: { code, password: 'nine blue herons near Porto' } })
  expect(await program.call(getMe, {}, headers)).toMatchObject({ email: user.email })
  expect(await visitor.call(listTokens, {})).toMatchObject([{ name: 'Report' }])
  const { db } = app.server
  const mails = await db.selectFrom('mails').select('text').where('recipient', '=', user.email).execute()
  expect(
    mails.filter(({ text }) => text.includes('Passkeys, API tokens and connected programs remain')),
  ).toHaveLength(2)
})
