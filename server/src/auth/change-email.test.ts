import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmail,
} from '@plumbline/contract/auth/account'
import { completeReset, completeSignup, login, startReset, startSignup } from '@plumbline/contract/auth/auth'
import { getMe } from '@plumbline/contract/users/get-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, type RefusedCall, refusal } from '../../test/client.ts'
import { makeUser, PASSWORD, parseCode, type User, waitForMail, waitForResetCode } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const said = ({ status, body }: RefusedCall) => [status, body.message]
const fresh = () => `${crypto.randomUUID()}@example.org`
const ask = (user: User, email: string, password = PASSWORD) =>
  user.client.call(changeEmail, { body: { email, password } })
const confirm = (client: Client, code: string) => client.call(confirmEmail, { body: { code } })
const codeTo = async (email: string) =>
  /\/me\?email_code=([\w-]+)/.exec(await waitForMail(app, email))?.[1] ?? ''

async function askFor(email: string) {
  const user = await makeUser(app)
  const me = await ask(user, email)
  return { ...user, me, fromOld: await codeTo(user.email), fromNew: await codeTo(email) }
}

test.each(['old first', 'new first'])(
  'An e-mail change needs the confirmation of both addresses: %s',
  async (order) => {
    const email = fresh()
    const user = await askFor(email)
    expect(user.me.pending_email).toEqual({ email, old_confirmed: false, new_confirmed: false })
    const phone = new Client(app)
    await phone.call(login, { body: { email: user.email, password: PASSWORD } })
    const codes = order === 'old first' ? [user.fromOld, user.fromNew] : [user.fromNew, user.fromOld]
    const half = await confirm(user.client, codes[0] ?? '')
    expect(half.email).toBe(user.email)
    expect(half.pending_email).toEqual({
      email,
      old_confirmed: order === 'old first',
      new_confirmed: order !== 'old first',
    })
    const whole = await confirm(user.client, codes[1] ?? '')
    expect([whole.email, whole.pending_email]).toEqual([email, null])
    expect((await refusal(phone.call(getMe, {}))).status).toBe(401)
    expect(await waitForMail(app, user.email)).toContain(`now has the address ${email}`)
    const again = new Client(app)
    expect(
      (await refusal(again.call(login, { body: { email: user.email, password: PASSWORD } }))).status,
    ).toBe(401)
    await again.call(login, { body: { email, password: PASSWORD } })
  },
)

test('A confirmation code works once, only for the requester, and expires', async () => {
  const user = await askFor(fresh())
  const stranger = await makeUser(app)
  expect(said(await refusal(confirm(stranger.client, user.fromOld)))).toEqual([
    410,
    'verification link expired',
  ])
  await confirm(user.client, user.fromOld)
  for (const code of [user.fromOld, 'never-was-one'])
    expect(said(await refusal(confirm(user.client, code)))).toEqual([410, 'verification link expired'])
  await app.server.db
    .updateTable('email_changes')
    .set({ expires_at: '2026-01-01T00:00:00Z' })
    .where('user_id', '=', user.id)
    .execute()
  expect((await refusal(confirm(user.client, user.fromNew))).status).toBe(410)
  expect(await user.client.call(getMe, {})).toMatchObject({ email: user.email, pending_email: null })
})

test('Of fifty concurrent uses of one code exactly one succeeds', async () => {
  const user = await askFor(fresh())
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => confirm(user.client, user.fromOld)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('Concurrent confirmations of both codes change the address once', async () => {
  const email = fresh()
  const user = await askFor(email)
  await Promise.all([confirm(user.client, user.fromOld), confirm(user.client, user.fromNew)])
  expect((await user.client.call(getMe, {})).email).toBe(email)
})

test('Changing to a known address does not reveal that it has an account', async () => {
  const known = await makeUser(app)
  const user = await makeUser(app)
  const me = await ask(user, known.email.toUpperCase())
  const other = await ask(await makeUser(app), fresh())
  expect(Object.keys(me)).toEqual(Object.keys(other))
  expect(me.pending_email).toEqual({ email: known.email, old_confirmed: false, new_confirmed: false })
  expect(await waitForMail(app, known.email)).toContain('You already have an account')
  expect(await codeTo(known.email)).toBe('')
  const half = await confirm(user.client, await codeTo(user.email))
  expect(half.email).toBe(user.email)
})

test('Confirming an address that was taken in the meantime is refused', async () => {
  const email = fresh()
  const user = await askFor(email)
  const newcomer = new Client(app)
  await newcomer.call(startSignup, { body: { email } })
  const code = parseCode(await waitForMail(app, email))
  await newcomer.call(completeSignup, {
    body: { code, first_name: 'Ines', last_name: 'Okafor', password: PASSWORD, terms_accepted: true },
  })
  await confirm(user.client, user.fromOld)
  const late = await refusal(confirm(user.client, user.fromNew))
  expect([late.status, late.body.error]).toEqual([409, 'already_exists'])
  expect((await user.client.call(getMe, {})).email).toBe(user.email)
})

test('A new request replaces a pending e-mail change, and cancelling ends it', async () => {
  const first = await askFor(fresh())
  const email = fresh()
  await ask(first, email)
  for (const code of [first.fromOld, first.fromNew])
    expect((await refusal(confirm(first.client, code))).status).toBe(410)
  const code = await codeTo(email)
  expect((await first.client.call(cancelEmailChange, {})).pending_email).toBeNull()
  expect((await refusal(confirm(first.client, code))).status).toBe(410)
})

const NEW_PASSWORD = 'seven grey geese over Oslo'
const newPasswords: Record<string, (user: User) => Promise<Client>> = {
  'a changed password': async ({ client }) => {
    const body = { current_password: PASSWORD, password: NEW_PASSWORD }
    await client.call(changePassword, { body })
    return client
  },
  'a password reset': async ({ email }) => {
    const client = new Client(app)
    await client.call(startReset, { body: { email } })
    const body = { code: await waitForResetCode(app, email), password: NEW_PASSWORD }
    await client.call(completeReset, { body })
    return client
  },
}

test.each(Object.keys(newPasswords))(
  'An e-mail change confirmed at the new address only ends with %s',
  async (way) => {
    const user = await askFor(fresh())
    await confirm(user.client, user.fromNew)
    const client = await newPasswords[way]?.(user)
    if (!client) throw new Error('no client')
    expect((await client.call(getMe, {})).pending_email).toBe(null)
    expect((await refusal(confirm(client, user.fromOld))).status).toBe(410)
    expect((await client.call(getMe, {})).email).toBe(user.email)
  },
)

test('An e-mail change needs the password and a different address', async () => {
  const user = await makeUser(app)
  expect(said(await refusal(ask(user, fresh(), 'wrong password')))).toEqual([400, 'bad password'])
  const same = await refusal(ask(user, user.email))
  expect([same.status, same.body.fields]).toEqual([400, { email: 'This is already your address' }])
})
