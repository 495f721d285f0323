import * as account from '@plumbline/contract/auth/account'
import * as auth from '@plumbline/contract/auth/auth'
import { disconnectProgram } from '@plumbline/contract/auth/oauth'
import { createToken, revokeToken } from '@plumbline/contract/auth/tokens'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { removeMyPicture, setMyPicture } from '@plumbline/contract/users/profile'
import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './app.ts'
import { Authenticator } from './authenticator.ts'
import { Client } from './client.ts'
import { PASSWORD, type User, waitForMail } from './make.ts'
import { makeProgram } from './oauth.ts'
import { PIXEL } from './world.ts'

/** Every write to the caller's own account, in an order in which each succeeds; `prepare` creates the data they need. */
export function accountWrites(app: () => TestApp, user: () => User, leaver: () => User) {
  let device: Authenticator
  let secret = ''
  let recovery: string[] = []
  let passkeyId = ''
  let tokenId = ''
  let program: Awaited<ReturnType<typeof makeProgram>>
  let refreshToken = ''
  const client = () => user().client
  const NEXT = 'nina.next@example.com'
  const prepare = async () => {
    device = new Authenticator(app().server.config.publicUrl)
    for (const _ of ['phone', 'tablet'])
      await new Client(app()).call(auth.login, { body: { email: user().email, password: PASSWORD } })
    secret = (await client().call(account.startTotp, { body: { password: PASSWORD } })).secret
  }
  const codeTo = async (email: string) =>
    /email_code=([\w-]+)/.exec(await waitForMail(app(), email))?.[1] ?? ''
  const runs: Record<string, () => Promise<unknown>> = {
    setMyPicture: () =>
      client().call(setMyPicture, { file: new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }) }),
    removeMyPicture: () => client().call(removeMyPicture, {}),
    endSession: async () => {
      const other = await app()
        .server.db.selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user().id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await client().call(account.endSession, { params: { sessionId: other.id } })
    },
    endOtherSessions: () => client().call(account.endOtherSessions, {}),
    changeEmail: () => client().call(account.changeEmail, { body: { email: NEXT, password: PASSWORD } }),
    confirmEmail: async () =>
      client().call(account.confirmEmail, { body: { code: await codeTo(user().email) } }),
    'confirmEmail the second': async () =>
      client().call(account.confirmEmail, { body: { code: await codeTo(NEXT) } }),
    'changeEmail again': () =>
      client().call(account.changeEmail, { body: { email: 'other@example.com', password: PASSWORD } }),
    cancelEmailChange: () => client().call(account.cancelEmailChange, {}),
    confirmTotp: async () => {
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      recovery = (await client().call(account.confirmTotp, { body: { code } })).recovery_codes
    },
    stopTotp: () =>
      client().call(account.stopTotp, { body: { password: PASSWORD, second_factor: recovery[0] ?? '' } }),
    addPasskey: async () => {
      // a challenge holds for minutes, which this suite may take on a busy machine
      const options = await client().call(account.startPasskey, { body: { password: PASSWORD } })
      const body = { name: 'Laptop', response: device.create(options) }
      passkeyId = (await client().call(account.addPasskey, { body })).id
    },
    removePasskey: () => client().call(account.removePasskey, { params: { passkeyId } }),
    createToken: async () => {
      const body = { ...createToken.example.body, password: PASSWORD }
      tokenId = (await client().call(createToken, { body })).id
    },
    revokeToken: () => client().call(revokeToken, { params: { tokenId } }),
    exchangeToken: async () => {
      program = await makeProgram(app())
      refreshToken = (await program.connect(client())).refresh_token
    },
    revokeAccess: () => program.giveBack(refreshToken),
    disconnectProgram: async () => {
      await program.connect(client())
      await client().call(disconnectProgram, { params: { clientId: program.client_id } })
    },
    changePassword: () =>
      client().call(account.changePassword, {
        body: { current_password: PASSWORD, password: 'seven grey geese over Oslo' },
      }),
    deleteMe: () => leaver().client.call(deleteMe, {}),
  }
  const writes = Object.entries(runs).map(([name, run]) => ({
    name,
    by: name === 'deleteMe' ? leaver : user,
    run,
  }))
  return { prepare, writes }
}
