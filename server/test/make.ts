import { randomBytes } from 'node:crypto'
import { checkSignupCode, completeSignup, startSignup } from '@plumbline/contract/auth/auth'
import type { BodyOf } from '@plumbline/contract/http'
import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { createProject } from '@plumbline/contract/projects/projects'
import type { PermissionLevel } from '@plumbline/contract/roles'
import { createTeam } from '@plumbline/contract/teams/teams'
import type { Me } from '@plumbline/contract/users/users'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'

/** Creates people, companies and projects for tests, through the API where possible. */

export const PASSWORD = 'a long enough passphrase'

/** Waits for a mail to an address; returns the text of the newest one. */
export async function waitForMail(app: TestApp, to: string): Promise<string> {
  const mail = await app.server.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return mail.text
}

/** Waits for the password reset mail, which is sent after the reply; returns its code. */
export async function waitForResetCode(app: TestApp, to: string): Promise<string> {
  for (;;) {
    const mail = await waitForMail(app, to)
    if (mail.includes('/reset-password?code=')) return parseCode(mail)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export const parseCode = (mail: string) => decodeURIComponent(/[?&]code=([^\s&]+)/.exec(mail)?.[1] ?? '')

export interface User extends Me {
  client: Client
}

/** Creates the account of a code, from a sign-up or an invitation; returns it signed in. */
export async function signUpByCode(app: TestApp, code: string, name = 'Test Person'): Promise<User> {
  const client = new Client(app)
  const [first_name = '', last_name = ''] = name.split(' ')
  const me = await client.call(completeSignup, {
    body: { code, first_name, last_name, password: PASSWORD, terms_accepted: true },
  })
  return { ...me, client }
}

/** Signs up an account with the code of the mail; returns it signed in. */
async function signUp(app: TestApp, email: string, name?: string): Promise<User> {
  const client = new Client(app)
  await client.call(startSignup, { body: { email } })
  const code = parseCode(await waitForMail(app, email))
  await client.call(checkSignupCode, { query: { code } })
  return signUpByCode(app, code, name)
}

/** Creates a user with a unique address. */
export const makeUser = (app: TestApp, name?: string): Promise<User> =>
  signUp(app, `${randomBytes(6).toString('hex')}@example.com`, name)

/** Creates a user with a company and a project. */
export async function makeOwner(app: TestApp, name?: string) {
  const user = await makeUser(app, name)
  const team = await user.client.call(createTeam, { body: { name: `${user.last_name} Builders` } })
  const project = await user.client.call(createProject, { body: { name: 'Harbour School' } })
  return { ...user, team, project }
}

/** Defines custom fields, as a person who may. */
export const makeFieldDefiner =
  ({ client }: Pick<User, 'client'>, projectId: string) =>
  (body: BodyOf<typeof createCustomField>) =>
    client.call(createCustomField, { params: { id: projectId }, body })

/** Adds a new user to a project at a level, without the mails and notifications of an invitation. */
export async function makeMember(
  app: TestApp,
  projectId: string,
  permission_level: PermissionLevel,
  name?: string,
) {
  const user = await makeUser(app, name)
  await app.server.db
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: user.id, role: 'OTHER', permission_level })
    .execute()
  return user
}
