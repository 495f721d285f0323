import { confirmTotp, startTotp, stopTotp } from '@plumbline/contract/auth/account'
import { completeReset, login, startReset } from '@plumbline/contract/auth/auth'
import { getMe } from '@plumbline/contract/users/get-me'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, type RefusedCall, refusal } from '../../test/client.ts'
import { makeUser, PASSWORD, type User, waitForMail, waitForResetCode } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const body = { password: PASSWORD }
const said = ({ status, body }: RefusedCall) => [status, body.error]

/** The authenticator code some steps of 30 s from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Creates a user with two-step sign-in, confirmed with the code of the previous step. */
async function makeCareful() {
  const user = await makeUser(app)
  const { secret, uri } = await user.client.call(startTotp, { body })
  const { recovery_codes } = await user.client.call(confirmTotp, { body: { code: codeOf(secret, -1) } })
  return { ...user, secret, uri, recovery_codes }
}
const signIn = (user: User, second_factor?: string) =>
  new Client(app).call(login, {
    body: { email: user.email, ...body, ...(second_factor ? { second_factor } : {}) },
  })

test('Two-step sign-in asks for a code only after a correct password', async () => {
  const user = await makeCareful()
  expect(user.uri).toContain(`secret=${user.secret}`)
  expect(user.uri).toMatch(/^otpauth:\/\/totp\/Plumbline:.*issuer=Plumbline/)
  const me = await user.client.call(getMe, {})
  expect([me.has_totp, me.recovery_codes_left]).toEqual([true, 10])
  expect(await waitForMail(app, user.email)).toContain('Two-step sign-in is on')

  expect(said(await refusal(signIn(user)))).toEqual([401, 'second_factor_required'])
  const wrong = new Client(app).call(login, { body: { email: user.email, password: 'wrong password' } })
  expect(said(await refusal(wrong))).toEqual([401, 'bad_credentials'])
  expect(said(await refusal(signIn(user, '000000')))).toEqual([400, 'bad_key'])
  expect((await signIn(user, codeOf(user.secret))).id).toBe(user.id)
})

test('A TOTP secret takes effect once confirmed and is stored encrypted', async () => {
  const user = await makeUser(app)
  expect(said(await refusal(user.client.call(startTotp, { body: { password: 'wrong' } })))).toEqual([
    400,
    'bad_password',
  ])
  expect(said(await refusal(user.client.call(confirmTotp, { body: { code: '000000' } })))).toEqual([
    409,
    'wrong_state',
  ])
  const first = await user.client.call(startTotp, { body })
  await signIn(user)
  const second = await user.client.call(startTotp, { body })
  expect(
    said(await refusal(user.client.call(confirmTotp, { body: { code: codeOf(first.secret) } }))),
  ).toEqual([400, 'bad_key'])
  const { recovery_codes } = await user.client.call(confirmTotp, { body: { code: codeOf(second.secret) } })
  expect(said(await refusal(user.client.call(startTotp, { body })))).toEqual([409, 'wrong_state'])
  const rows = JSON.stringify([
    await app.server.db.selectFrom('user_totp').selectAll().execute(),
    await app.server.db.selectFrom('recovery_codes').selectAll().execute(),
  ])
  const bytes = Buffer.from(Secret.fromBase32(second.secret).bytes)
  for (const readable of [
    second.secret,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    recovery_codes[0],
  ])
    expect(rows).not.toContain(readable)
  expect(rows).not.toContain(recovery_codes[0]?.replace('-', ''))
})

test('A TOTP code works once, with a clock drift of one step', async () => {
  const user = await makeCareful()
  expect(said(await refusal(signIn(user, codeOf(user.secret, -1))))).toEqual([400, 'bad_key'])
  await signIn(user, codeOf(user.secret))
  expect(said(await refusal(signIn(user, codeOf(user.secret))))).toEqual([400, 'bad_key'])
  await signIn(user, codeOf(user.secret, 1))
  expect(said(await refusal(signIn(user, codeOf(user.secret, 3))))).toEqual([400, 'bad_key'])
})

test('A recovery code signs in once, however it is typed', async () => {
  const user = await makeCareful()
  const [code = ''] = user.recovery_codes
  const me = await signIn(user, ` ${code.toUpperCase().replace('-', ' ')} `)
  expect(me.recovery_codes_left).toBe(9)
  expect(said(await refusal(signIn(user, code)))).toEqual([400, 'bad_key'])
})

test('Of fifty concurrent sign-ins with one recovery code exactly one succeeds', async () => {
  const user = await makeCareful()
  // resets the rate limit, which would otherwise decide the race
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, async () => {
      await app.server.db.deleteFrom('rate_limits').execute()
      return signIn(user, user.recovery_codes[0])
    }),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await user.client.call(getMe, {})).recovery_codes_left).toBe(9)
})

test('Of twenty concurrent sign-ins with one TOTP code exactly one succeeds', async () => {
  const user = await makeCareful()
  const code = codeOf(user.secret)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      await app.server.db.deleteFrom('rate_limits').execute()
      return signIn(user, code)
    }),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('After ten attempts even the right code is refused with 429', async () => {
  const user = await makeCareful()
  const wrong = Array.from({ length: 10 }, (_, i) => `00000${i}`).filter(
    (code) => code !== codeOf(user.secret),
  )
  for (const code of wrong) await refusal(signIn(user, code))
  const late = await refusal(signIn(user, codeOf(user.secret)))
  expect(said(late)).toEqual([429, 'too_many_requests'])
})

test('Turning two-step sign-in off needs password and code and sends a mail', async () => {
  const user = await makeCareful()
  const off = (password: string, second_factor: string) =>
    user.client.call(stopTotp, { body: { password, second_factor } })
  const code = codeOf(user.secret)
  expect(said(await refusal(off('wrong password', code)))).toEqual([400, 'bad_password'])
  expect(said(await refusal(off(PASSWORD, 'zzzzz-zzzzz')))).toEqual([400, 'bad_key'])
  const me = await off(PASSWORD, code)
  expect([me.has_totp, me.recovery_codes_left]).toEqual([false, 0])
  expect(await waitForMail(app, user.email)).toContain('Two-step sign-in is off')
  await signIn(user)
  expect(said(await refusal(off(PASSWORD, code)))).toEqual([409, 'wrong_state'])
})

test('A password reset needs the second factor, and a wrong code changes nothing', async () => {
  const user = await makeCareful()
  const client = new Client(app)
  await client.call(startReset, { body: { email: user.email } })
  const code = await waitForResetCode(app, user.email)
  const password = 'seven grey geese over Oslo'
  const reset = (second_factor?: string) =>
    client.call(completeReset, { body: { code, password, ...(second_factor ? { second_factor } : {}) } })
  expect(said(await refusal(reset()))).toEqual([401, 'second_factor_required'])
  expect(said(await refusal(reset('zzzzz-zzzzz')))).toEqual([400, 'bad_key'])
  expect(said(await refusal(signIn(user)))).toEqual([401, 'second_factor_required'])
  expect((await reset(user.recovery_codes[0])).id).toBe(user.id)
  expect(said(await refusal(signIn(user)))).toEqual([401, 'bad_credentials'])
})
