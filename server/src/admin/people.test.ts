import {
  deleteAccount,
  endAccountSessions,
  getAccount,
  listAccounts,
  listOperatorLog,
  lockAccount,
  resetSecondFactor,
  unlockAccount,
} from '@plumbline/contract/admin/people'
import { listAuditLog } from '@plumbline/contract/audit/audit'
import { completeReset, login, startReset } from '@plumbline/contract/auth/auth'
import { createToken } from '@plumbline/contract/auth/tokens'
import { acceptTeamInvite, inviteToTeam } from '@plumbline/contract/teams/teams'
import { getMe } from '@plumbline/contract/users/get-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTotp, makeOperator } from '../../test/admin-writes.ts'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client, type RefusedCall, refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeOwner, makeUser, PASSWORD, type User, waitForMail, waitForResetCode } from '../../test/make.ts'
import { manageOperators } from './manage-operators.ts'

let app: TestApp
let operator: User
let origin: string
beforeAll(async () => {
  app = await startApp()
  origin = await listenOnPort(app)
  operator = await makeOperator(app, 'Olga Operator')
})
afterAll(() => app.close())

const at = (user: { id: string }) => ({ params: { id: user.id } })
const withPassword = (user: { id: string }) => ({ ...at(user), body: { password: PASSWORD } })
const said = ({ status, body }: RefusedCall) => [status, body.error, body.reason?.code]
const command = (...args: string[]) =>
  manageOperators({ db: app.server.db, teller: app.teller, config: app.server.config, now: app.server.now }, [
    'operators',
    ...args,
  ])
const signIn = (user: User) =>
  new Client(app).call(login, { body: { email: user.email, password: PASSWORD } })
const listActs = async (user: User) =>
  (await operator.client.call(listOperatorLog, { query: { person: user.id } })).items.map(({ kind }) => kind)

test('The command of the machine gives and takes the rights of an operator', async () => {
  const user = await makeUser(app, 'Nadia Neu')
  expect(said(await refusal(user.client.call(listAccounts, { query: {} })))).toEqual([
    404,
    'not_found',
    undefined,
  ])
  expect((await user.client.call(getMe, {})).is_operator).toBe(false)

  const listener = new Listener(origin, user.client)
  await listener.first('hello')
  expect(await command('add', user.email.toUpperCase())).toEqual([
    `${user.email} administers this server: ${app.server.config.publicUrl}/admin`,
  ])
  await listener.first('user.updated')
  listener.close()
  expect((await user.client.call(getMe, {})).is_operator).toBe(true)
  expect((await user.client.call(listAccounts, { query: {} })).items.length).toBeGreaterThan(1)
  expect(await waitForMail(app, user.email)).toContain('You now administer this server')
  expect((await command()).join()).toContain(`${user.email}  Nadia Neu  since `)
  expect(await command('add', user.email)).toEqual([`${user.email} administers this server already.`])

  expect(await command('remove', user.email)).toEqual([`${user.email} no longer administers this server.`])
  expect((await refusal(user.client.call(getAccount, at(user)))).status).toBe(404)
  expect(await listActs(user)).toEqual(['OPERATOR_REMOVED', 'OPERATOR_ADDED'])
  await expect(command('add', 'nobody@example.com')).rejects.toThrow('they have to sign up first')
  expect(() => command('promote', user.email)).toThrow('operators add <email>')
})

test('People are found by the beginning of address, last name and whole name, page by page', async () => {
  const made = [await makeUser(app, 'Zoe Ulrich-Quast'), await makeUser(app, 'Zoe Quast')]
  const find = async (q: string) =>
    (await operator.client.call(listAccounts, { query: { q } })).items.map(({ id }) => id)
  expect(await find('zoe')).toEqual([made[1]?.id, made[0]?.id])
  expect(await find('QUAST')).toEqual([made[1]?.id])
  expect(await find('Zoe Ul')).toEqual([made[0]?.id])
  expect(await find(made[0]?.email.slice(0, 10) ?? '')).toEqual([made[0]?.id])
  // a percent sign is a letter like any other
  expect(await find('%')).toEqual([])

  const { id, ...copied } = await app.server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 120 }, (_, index) => ({
    ...copied,
    id: crypto.randomUUID(),
    kyc: '{}',
    preferences: '{}',
    email: `copy${index}@example.com`,
    last_name: 'Manifold',
  }))
  await app.server.db.insertInto('users').values(many).execute()
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const query = { q: 'manifold', ...(after ? { after } : {}) }
    const page = await operator.client.call(listAccounts, { query })
    seen.push(...page.items.map((each) => each.id))
    after = page.after
  }
  expect(seen).toEqual(
    many
      .map((each) => each.id)
      .sort()
      .reverse(),
  )
  expect(id).toBe(operator.id)
})

test('A locked person is signed out at once, told why, and cannot sign in until unlocked', async () => {
  const user = await makeOwner(app, 'Lars Locked')
  const body = {
    name: 'x',
    scope: 'READ' as const,
    project_id: null,
    expires_in_days: null,
    password: PASSWORD,
  }
  const { token } = await user.client.call(createToken, { body })
  const byToken = () =>
    new Client(app).send('GET', `/api/project/${user.project.id}`, undefined, {
      authorization: `Bearer ${token}`,
    })
  expect((await byToken()).status).toBe(200)
  const listener = new Listener(origin, user.client)
  await listener.first('hello')

  const locked = await operator.client.call(lockAccount, at(user))
  expect(locked).toMatchObject({ id: user.id, sessions: 0, locked_at: expect.any(String) })
  expect((await listener.until(({ closed }) => closed)).code).toBe(4401)
  const refused = [401, 'unauthenticated', 'account_locked']
  expect(said(await refusal(user.client.call(getMe, {})))).toEqual(refused)
  expect((await byToken()).status).toBe(401)
  expect(said(await refusal(signIn(user)))).toEqual(refused)
  const wrong = new Client(app).call(login, { body: { email: user.email, password: 'wrong' } })
  expect(said(await refusal(wrong))).toEqual([401, 'bad_credentials', undefined])
  expect(await waitForMail(app, user.email)).toContain('locked your account')
  const { items } = await operator.client.call(listAccounts, { query: { state: 'LOCKED' } })
  expect(items.map(({ id }) => id)).toEqual([user.id])

  // a new password does not open it
  await new Client(app).call(startReset, { body: { email: user.email } })
  const code = await waitForResetCode(app, user.email)
  const reset = { code, password: 'seven grey geese over Oslo' }
  expect(said(await refusal(new Client(app).call(completeReset, { body: reset })))).toEqual(refused)

  expect((await operator.client.call(unlockAccount, at(user))).locked_at).toBeNull()
  expect(await waitForMail(app, user.email)).toContain('unlocked your account')
  const again = new Client(app)
  await again.call(login, { body: { email: user.email, password: PASSWORD } })
  expect((await byToken()).status).toBe(200)
  expect(await listActs(user)).toEqual(['ACCOUNT_UNLOCKED', 'ACCOUNT_LOCKED'])

  const log = await again.call(listAuditLog, { params: { id: user.team.id }, query: { group: 'ACCOUNT' } })
  expect(log.items).toMatchObject([
    { kind: 'ACCOUNT_UNLOCKED', by_id: null, person_id: user.id, ip: null, data: { by_operator: true } },
    { kind: 'ACCOUNT_LOCKED', by_id: null, person_id: user.id, ip: null },
  ])
})

test('A second lock changes nothing and sends no second mail', async () => {
  const user = await makeUser(app)
  const first = await operator.client.call(lockAccount, at(user))
  expect((await operator.client.call(lockAccount, at(user))).locked_at).toBe(first.locked_at)
  const { count } = await app.server.db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('recipient', '=', user.email)
    .where('subject', 'like', '%locked%')
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('A sign-in at the moment of the lock leaves no session', async () => {
  const user = await makeUser(app)
  await Promise.all([
    ...Array.from({ length: 6 }, () => signIn(user).catch(() => undefined)),
    operator.client.call(lockAccount, at(user)),
  ])
  expect((await operator.client.call(getAccount, at(user))).sessions).toBe(0)
})

test('Signing out everywhere ends all sessions and tells the person', async () => {
  const user = await makeUser(app)
  await signIn(user)
  const before = await operator.client.call(getAccount, at(user))
  expect(before).toMatchObject({ sessions: 2, signed_in_at: expect.any(String), seen_at: expect.any(String) })
  expect((await operator.client.call(endAccountSessions, at(user))).sessions).toBe(0)
  expect((await refusal(user.client.call(getMe, {}))).body.reason).toBeUndefined()
  expect(await waitForMail(app, user.email)).toContain('signed your account out on all devices')
  expect((await signIn(user)).id).toBe(user.id)
})

test('A reset of the second factor needs the operator’s password and lets the person in without a code', async () => {
  const user = await makeUser(app)
  await addTotp(app, user.id)
  expect(said(await refusal(signIn(user)))).toEqual([401, 'second_factor_required', undefined])
  const wrong = operator.client.call(resetSecondFactor, { ...at(user), body: { password: 'wrong' } })
  expect((await refusal(wrong)).body.fields).toHaveProperty('password')
  expect(await operator.client.call(resetSecondFactor, withPassword(user))).toMatchObject({ has_totp: false })
  expect((await signIn(user)).has_totp).toBe(false)
  expect(await waitForMail(app, user.email)).toContain('turned off two-step sign-in')
  const twice = await refusal(operator.client.call(resetSecondFactor, withPassword(user)))
  expect(said(twice)).toEqual([409, 'wrong_state', 'totp_already_off'])
})

test('An account is deleted as its person could, unless they own a company with others', async () => {
  const owner = await makeOwner(app, 'Odo Owner')
  const colleague = await makeUser(app, 'Kim Colleague')
  const params = { id: owner.team.id }
  const invited = { params, body: { email: colleague.email, role: 'ADMIN' as const } }
  const { id: inviteId } = await owner.client.call(inviteToTeam, invited)
  await colleague.client.call(acceptTeamInvite, { params: { ...params, inviteId } })
  const refused = await refusal(operator.client.call(deleteAccount, withPassword(owner)))
  expect(said(refused)).toEqual([409, 'wrong_state', 'owner_of_companies'])
  expect((await owner.client.call(getMe, {})).id).toBe(owner.id)

  await operator.client.call(deleteAccount, withPassword(colleague))
  expect((await refusal(colleague.client.call(getMe, {}))).status).toBe(401)
  expect((await refusal(operator.client.call(getAccount, at(colleague)))).status).toBe(404)
  expect(await waitForMail(app, colleague.email)).toContain('deleted your account')
  const { items } = await owner.client.call(listAuditLog, { params, query: { group: 'ACCOUNT' } })
  expect(items).toMatchObject([
    {
      kind: 'ACCOUNT_REMOVED',
      by_id: null,
      person_id: colleague.id,
      person: null,
      data: { by_operator: true },
    },
  ])
  const log = await operator.client.call(listOperatorLog, { query: { person: colleague.id } })
  expect(log.items).toMatchObject([{ kind: 'ACCOUNT_REMOVED', by: { id: operator.id }, person: null }])
})

test('Operators cannot act on each other or on themselves', async () => {
  const other = await makeOperator(app)
  const refused = [409, 'wrong_state', 'person_is_operator']
  for (const user of [other, operator]) {
    expect(said(await refusal(operator.client.call(lockAccount, at(user))))).toEqual(refused)
    expect(said(await refusal(operator.client.call(endAccountSessions, at(user))))).toEqual(refused)
    expect(said(await refusal(operator.client.call(resetSecondFactor, withPassword(user))))).toEqual(refused)
    expect(said(await refusal(operator.client.call(deleteAccount, withPassword(user))))).toEqual(refused)
  }
  expect((await operator.client.call(getMe, {})).id).toBe(operator.id)
})
