import {
  acceptInvite,
  addMember,
  createInvite,
  listMembers,
  listMyInvites,
} from '@plumbline/contract/access/access'
import {
  type AccountDetails,
  deleteAccount,
  getAccount,
  getMergePlan,
  listAccounts,
  listOperatorLog,
  lockAccount,
  mergeAccounts,
} from '@plumbline/contract/admin/people'
import { listAuditLog } from '@plumbline/contract/audit/audit'
import { changeEmail, confirmEmail } from '@plumbline/contract/auth/account'
import { login, startReset, startSignup } from '@plumbline/contract/auth/auth'
import { createToken } from '@plumbline/contract/auth/tokens'
import { openChat, sendMessage } from '@plumbline/contract/chat/chat'
import { createIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { getNotificationSettings, unsubscribe } from '@plumbline/contract/notifications/settings'
import { acceptTeamInvite, inviteToTeam, listTeamMembers } from '@plumbline/contract/teams/teams'
import { getMe } from '@plumbline/contract/users/get-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTotp, makeOperator } from '../../test/admin-writes.ts'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client, type RefusedCall, refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, makeUser, PASSWORD, type User, waitForMail } from '../../test/make.ts'
import { dumpTables } from '../../test/world.ts'
import { createUnsubscribeToken } from '../notifications/unsubscribe.ts'
import { runMergeCommand } from './merge-command.ts'

let app: TestApp
let operator: User
let origin: string
beforeAll(async () => {
  app = await startApp()
  origin = await listenOnPort(app)
  operator = await makeOperator(app, 'Olga Operator')
})
afterAll(() => app.close())

const said = ({ status, body }: RefusedCall) => [status, body.error, body.reason?.code]
const merge = (kept: User, givenUp: User, email = givenUp.email): Promise<AccountDetails> =>
  operator.client.call(mergeAccounts, {
    params: { id: kept.id },
    body: { given_up_id: givenUp.id, email, password: PASSWORD },
  })
const plan = (kept: User, givenUp: User) =>
  operator.client.call(getMergePlan, { params: { id: kept.id }, query: { given_up_id: givenUp.id } })
const signIn = (user: User) =>
  new Client(app).call(login, { body: { email: user.email, password: PASSWORD } })

async function join(owner: Awaited<ReturnType<typeof makeOwner>>, user: User, role: 'MEMBER' | 'ADMIN') {
  const params = { id: owner.team.id }
  const { id } = await owner.client.call(inviteToTeam, { params, body: { email: user.email, role } })
  await user.client.call(acceptTeamInvite, { params: { ...params, inviteId: id } })
}

test('The account that was given up signs in no more, and both addresses are told', async () => {
  const kept = await makeUser(app, 'Ada After')
  const givenUp = await makeOwner(app, 'Bea Before')
  await addTotp(app, givenUp.id)
  const body = {
    name: 'x',
    scope: 'READ' as const,
    project_id: null,
    expires_in_days: null,
    password: PASSWORD,
  }
  const { token } = await givenUp.client.call(createToken, { body })
  const listeners = [new Listener(origin, kept.client), new Listener(origin, givenUp.client)] as const
  for (const listener of listeners) await listener.first('hello')
  const project = { params: { id: givenUp.project.id }, query: {} }

  const merged = await merge(kept, givenUp)
  expect(merged).toMatchObject({
    id: kept.id,
    has_totp: false,
    projects: 1,
    companies: [{ id: givenUp.team.id, role: 'OWNER' }],
  })
  // the pages of the given-up account close, and those of the kept account read everything again
  expect((await listeners[1].until(({ closed }) => closed)).code).toBe(4401)
  await listeners[0].first('reload')
  listeners[0].close()
  const members = await kept.client.call(listMembers, project)
  expect(JSON.stringify(members)).toContain(kept.id)
  expect(JSON.stringify(members)).not.toContain(givenUp.id)

  const ended = [401, 'unauthenticated', 'account_merged']
  expect(said(await refusal(givenUp.client.call(getMe, {})))).toEqual(ended)
  const authorization = `Bearer ${token}`
  expect((await new Client(app).send('GET', '/api/me', undefined, { authorization })).status).toBe(401)
  // like an address without an account
  expect(said(await refusal(signIn(givenUp)))).toEqual([401, 'bad_credentials', undefined])
  expect((await signIn(kept)).id).toBe(kept.id)

  expect(await waitForMail(app, kept.email)).toContain(`merged your account ${givenUp.email} into this one`)
  expect(await waitForMail(app, givenUp.email)).toContain(
    `merged this account into your account ${kept.email}`,
  )
  for (const start of [startSignup, startReset]) {
    await app.server.db.deleteFrom('mails').where('recipient', '=', givenUp.email).execute()
    await new Client(app).call(start, { body: { email: givenUp.email } })
    await expect
      .poll(() => waitForMail(app, givenUp.email).catch(() => ''))
      .toContain(`was merged into your account ${kept.email}: log in with that address`)
  }
})

test('Operators see the merged account, its log, and the merge in the audit logs of the companies', async () => {
  const kept = await makeOwner(app, 'Ida Inward')
  const givenUp = await makeOwner(app, 'Ora Outward')
  await merge(kept, givenUp)
  const account = await operator.client.call(getAccount, { params: { id: givenUp.id } })
  expect(account).toMatchObject({
    merged_into: { id: kept.id, email: kept.email },
    sessions: 0,
    companies: [],
  })
  const found = await operator.client.call(listAccounts, { query: { state: 'MERGED' } })
  expect(found.items.map(({ id }) => id)).toContain(givenUp.id)
  const { items } = await operator.client.call(listOperatorLog, { query: { person: kept.id } })
  expect(items).toMatchObject([
    { kind: 'ACCOUNTS_MERGED', by_id: operator.id, person_id: givenUp.id, data: { into: kept.id } },
  ])
  for (const id of [kept.team.id, givenUp.team.id]) {
    const log = await kept.client.call(listAuditLog, { params: { id }, query: { group: 'ACCOUNT' } })
    expect(log.items).toMatchObject([
      { kind: 'ACCOUNTS_MERGED', by_id: null, person: { id: kept.id }, data: { merged_id: givenUp.id } },
    ])
  }
})

test('Of two roles in a company or project the higher one is kept', async () => {
  const owner = await makeOwner(app, 'Owen Owner')
  const kept = await makeUser(app, 'Kay Kept')
  const givenUp = await makeOwner(app, 'Gus Given')
  await join(owner, kept, 'MEMBER')
  await join(owner, givenUp, 'ADMIN')
  const params = { id: owner.project.id }
  const add = (user: User, permission_level: 'VIEWER' | 'EDITOR') =>
    owner.client.call(addMember, {
      params,
      body: { user_id: user.id, role: 'ARCHITECT', permission_level },
    })
  await add(kept, 'VIEWER')
  await add(givenUp, 'EDITOR')
  const before = (await kept.client.call(getMe, {})).teams.find(({ is_default }) => is_default)

  const { given_up } = await plan(kept, givenUp)
  expect(given_up.memberships.map(({ permission_level }) => permission_level).sort()).toEqual([
    'ADMIN',
    'EDITOR',
  ])
  await merge(kept, givenUp)
  const me = await kept.client.call(getMe, {})
  expect(me.teams.map(({ team_id, role }) => [team_id, role]).sort()).toEqual(
    [
      [owner.team.id, 'ADMIN'],
      [givenUp.team.id, 'OWNER'],
    ].sort(),
  )
  expect(me.teams.find(({ is_default }) => is_default)?.team_id).toBe(before?.team_id)
  const members = await owner.client.call(listTeamMembers, { params: { id: owner.team.id } })
  expect(members).toHaveLength(2)
  const level = await app.server.db
    .selectFrom('project_members')
    .select(['user_id', 'permission_level'])
    .where('project_id', '=', owner.project.id)
    .where('user_id', 'in', [kept.id, givenUp.id])
    .execute()
  expect(level).toEqual([{ user_id: kept.id, permission_level: 'EDITOR' }])
})

test('A merge is refused, and changes nothing, unless both are open accounts of people', async () => {
  const kept = await makeUser(app)
  const givenUp = await makeOwner(app)
  const before = await dumpTables(app)
  const other = await makeOperator(app)
  const refused = async (a: User, b: User, email?: string) => said(await refusal(merge(a, b, email)))
  expect(await refused(kept, kept)).toEqual([409, 'conflict', 'merge_same_account'])
  expect(await refused(kept, other)).toEqual([409, 'wrong_state', 'person_is_operator'])
  expect(await refused(operator, givenUp)).toEqual([409, 'wrong_state', 'person_is_operator'])
  expect((await plan(kept, other)).problem).toMatchObject({ reason: { code: 'person_is_operator' } })
  const unknown = { ...givenUp, id: crypto.randomUUID() }
  expect(await refused(kept, unknown)).toEqual([404, 'not_found', undefined])
  const wrong = await refusal(merge(kept, givenUp, kept.email))
  expect(wrong.body.field_reasons).toMatchObject({ email: { code: 'merge_address' } })
  await app.server.db
    .insertInto('bcf_imports')
    .values({
      id: crypto.randomUUID(),
      project_id: givenUp.project.id,
      file_name: 'a.bcf',
      size_bytes: 1,
      state: 'APPLYING',
      created_by: givenUp.id,
      heartbeat_at: '2100-01-01T00:00:00Z',
    })
    .execute()
  expect(await refused(kept, givenUp)).toEqual([409, 'wrong_state', 'merge_import_running'])
  await app.server.db.deleteFrom('bcf_imports').execute()
  await operator.client.call(lockAccount, { params: { id: kept.id } })
  expect(await refused(kept, givenUp)).toEqual([409, 'wrong_state', 'merge_locked'])
  const after = await dumpTables(app)
  for (const table of ['users', 'operators', 'operator_log', 'idempotency_keys']) {
    delete before[table]
    delete after[table]
  }
  expect(after).toEqual(before)
})

test('A merged account cannot be acted on, and is deleted with the account that replaced it', async () => {
  const kept = await makeUser(app)
  const givenUp = await makeUser(app)
  const last = await makeUser(app)
  await merge(kept, givenUp)
  expect(said(await refusal(merge(last, givenUp)))).toEqual([409, 'wrong_state', 'person_is_merged'])
  const locked = refusal(operator.client.call(lockAccount, { params: { id: givenUp.id } }))
  expect(said(await locked)).toEqual([409, 'wrong_state', 'person_is_merged'])

  // merged on, both name the last one
  await merge(last, kept)
  for (const { id } of [kept, givenUp])
    expect((await operator.client.call(getAccount, { params: { id } })).merged_into?.id).toBe(last.id)
  await operator.client.call(deleteAccount, { params: { id: last.id }, body: { password: PASSWORD } })
  for (const { id } of [kept, givenUp, last])
    expect((await refusal(operator.client.call(getAccount, { params: { id } }))).status).toBe(404)
})

test('Invitations to the given-up address reach the kept account', async () => {
  const owner = await makeOwner(app)
  const kept = await makeUser(app)
  const givenUp = await makeUser(app)
  const params = { id: owner.project.id }
  const invite = (email: string) =>
    owner.client.call(createInvite, {
      params,
      body: { email, role: 'ARCHITECT', permission_level: 'EDITOR' },
    })
  const before = await invite(givenUp.email)
  await merge(kept, givenUp)
  expect((await kept.client.call(listMyInvites, {})).map(({ id }) => id)).toEqual([before.id])
  await kept.client.call(acceptInvite, { params: { ...params, inviteId: before.id } })
  expect((await refusal(invite(givenUp.email))).body.reason?.code).toBe('email_already_in_project')
  const team = { params: { id: owner.team.id } }
  const colleague = { email: givenUp.email, role: 'MEMBER' as const }
  const { id } = await owner.client.call(inviteToTeam, { ...team, body: colleague })
  await kept.client.call(acceptTeamInvite, { params: { ...team.params, inviteId: id } })
  expect((await kept.client.call(getMe, {})).teams.map(({ team_id }) => team_id)).toEqual([owner.team.id])
  expect(
    (await refusal(owner.client.call(inviteToTeam, { ...team, body: colleague }))).body.reason?.code,
  ).toBe('email_already_in_company')
})

test('A mention of the given-up account notifies the kept one', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const [kept, givenUp] = [
    await makeMember(app, params.id, 'EDITOR'),
    await makeMember(app, params.id, 'EDITOR'),
  ]
  const issue = await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
  const room = await owner.client.call(openChat, { body: { kind: 'PROJECT', project_id: params.id } })
  await owner.client.call(sendMessage, { params: { id: room.id }, body: { message: 'First' } })
  await merge(kept, givenUp)
  const text = `@[Test Person](user:${givenUp.id}) have a look`
  const at = { ...params, issueId: issue.id }
  await owner.client.call(addComment, { params: at, body: { text } })
  await owner.client.call(sendMessage, { params: { id: room.id }, body: { message: text } })
  const notes = await kept.client.call(listNotifications, { query: {} })
  const told = notes.map(({ type, payload }) => [type, payload.message])
  expect(told).toContainEqual(['ISSUE_COMMENT_ADDED', '@Test Person have a look'])
  expect(told).toContainEqual(['CHAT_MESSAGE', '@Test Person have a look'])
})

test('The kept account can take the address of the given-up one', async () => {
  const kept = await makeUser(app)
  const givenUp = await makeUser(app)
  await merge(kept, givenUp)
  await kept.client.call(changeEmail, { body: { email: givenUp.email, password: PASSWORD } })
  for (const address of [kept.email, givenUp.email]) {
    const code = /email_code=([^\s&]+)/.exec(await waitForMail(app, address))?.[1] ?? ''
    await kept.client.call(confirmEmail, { body: { code } })
  }
  expect((await kept.client.call(getMe, {})).email).toBe(givenUp.email)
  expect((await signIn({ ...kept, email: givenUp.email })).id).toBe(kept.id)
  // the old address stays the person's
  expect(said(await refusal(signIn(kept)))).toEqual([401, 'bad_credentials', undefined])
  const account = await operator.client.call(getAccount, { params: { id: givenUp.id } })
  expect(account).toMatchObject({ email: kept.email, merged_into: { email: givenUp.email } })
})

test('Nobody but operators learns of the comparison of two accounts', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'ADMIN')
  const asked = owner.client.call(getMergePlan, {
    params: { id: owner.id },
    query: { given_up_id: member.id },
  })
  expect((await refusal(asked)).status).toBe(404)
})

test('The command of the machine shows both accounts, and merges them once their address is repeated', async () => {
  const kept = await makeUser(app, 'Ada After')
  const givenUp = await makeOwner(app, 'Bea Before')
  const { server, teller } = app
  const command = (...args: string[]) => runMergeCommand({ ...server, teller }, ['merge-people', ...args])
  const shown = (await command(kept.email, givenUp.email)).join('\n')
  expect(shown).toContain(`Kept: ${kept.email}  Ada After`)
  expect(shown).toContain('companies: Before Builders (OWNER)')
  expect(shown).toContain(`add --confirm ${givenUp.email}`)
  expect((await command(kept.email, operator.email)).at(-1)).toContain('They cannot be merged: Operators are')
  await expect(command(kept.email, givenUp.email, '--confirm', kept.email)).rejects.toThrow('--confirm takes')
  await expect(command(kept.email)).rejects.toThrow('merge-people <kept> <given-up>')
  await expect(command(kept.email, 'nobody@example.com')).rejects.toThrow('Nobody has an account')
  expect((await givenUp.client.call(getMe, {})).id).toBe(givenUp.id)

  expect(await command(kept.email, givenUp.email, '--confirm', givenUp.email)).toEqual([
    `${givenUp.email} was merged into ${kept.email}: both were told by mail.`,
  ])
  expect((await refusal(givenUp.client.call(getMe, {}))).body.reason?.code).toBe('account_merged')
  await expect(command(kept.email, givenUp.email, '--confirm', givenUp.email)).rejects.toThrow('was merged')
  const { items } = await operator.client.call(listOperatorLog, { query: { person: kept.id } })
  expect(items).toMatchObject([{ kind: 'ACCOUNTS_MERGED', by_id: null }])
})

test('A link in an old mail of the given-up account turns off mails of the kept one', async () => {
  const kept = await makeUser(app)
  const givenUp = await makeUser(app)
  const token = createUnsubscribeToken(app.server, givenUp.id, null, new Date())
  await merge(kept, givenUp)
  expect((await new Client(app).call(unsubscribe, { params: { token } })).email).toBe(kept.email)
  const { types } = await kept.client.call(getNotificationSettings, {})
  expect(new Set(Object.values(types).map(({ email }) => email))).toEqual(new Set(['OFF']))
})

test('A merge of more issues or messages than one transaction may hold is refused, as its plan says in advance', async () => {
  const kept = await makeOwner(app)
  const givenUp = await makeOwner(app)
  const { db } = app.server
  await sql`insert into issues (id, project_id, number, name, created_by)
    select gen_random_uuid(), ${givenUp.project.id}, n, '', ${givenUp.id} from generate_series(1, 20001) n`.execute(
    db,
  )
  expect((await plan(kept, givenUp)).problem?.reason).toEqual({
    code: 'merge_too_large',
    values: { count: 20_000 },
  })
  expect(said(await refusal(merge(kept, givenUp)))).toEqual([409, 'conflict', 'merge_too_large'])
  await sql`update issues set created_by = null where created_by = ${givenUp.id}`.execute(db)

  const colleague = await makeUser(app)
  for (const owner of [kept, givenUp]) {
    await join(owner, colleague, 'MEMBER')
    await owner.client.call(openChat, { body: { kind: 'DIRECT', member_ids: [colleague.id] } })
  }
  await sql`update chats set message_count = 100001 where kind = 'DIRECT'`.execute(db)
  expect(said(await refusal(merge(kept, givenUp)))).toEqual([409, 'conflict', 'merge_chat_too_large'])
})
