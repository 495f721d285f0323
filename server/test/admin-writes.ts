import { setMaintenance } from '@plumbline/contract/admin/maintenance'
import { deleteAccount, mergeAccounts, resetSecondFactor } from '@plumbline/contract/admin/people'
import { restartConversion } from '@plumbline/contract/admin/work'
import { sendMessage } from '@plumbline/contract/chat/chat'
import { createIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import type { TestApp } from './app.ts'
import { makeMember, makeUser, PASSWORD, type User } from './make.ts'

/** Lets a user administer the server, as the command of the machine does. */
export async function makeOperator(app: TestApp, name?: string): Promise<User> {
  const user = await makeUser(app, name)
  await app.server.db.insertInto('operators').values({ user_id: user.id }).execute()
  return user
}

/** Turns on two-step sign-in of a user without going through the authenticator. */
export async function addTotp(app: TestApp, userId: string): Promise<void> {
  await app.server.db
    .insertInto('user_totp')
    .values({ user_id: userId, secret: 'sealed', is_confirmed: true })
    .execute()
}

/** A member of the project who is named in an issue, a comment, a watcher and a message. */
async function makeKnownMember(
  app: TestApp,
  { id = '', chatId = '' }: Record<string, string>,
): Promise<User> {
  const user = await makeMember(app, id, 'EDITOR', 'Tilda Twice')
  const params = { id }
  const body = { name: 'Written by an account that is given up', assignee_id: user.id }
  const issue = await user.client.call(createIssue, { params, body })
  const comment = { params: { ...params, issueId: issue.id }, body: { text: 'Mine, too' } }
  await user.client.call(addComment, comment)
  await user.client.call(sendMessage, { params: { id: chatId }, body: { message: 'Hello' } })
  return user
}

/** Every write of an operator that publishes an event. */
export function adminWrites(app: () => TestApp, ids: () => Record<string, string>) {
  let operator: User
  let person: User
  let kept: User
  let givenUp: User
  const prepare = async () => {
    operator = await makeOperator(app())
    person = await makeUser(app())
    await addTotp(app(), person.id)
    kept = await makeUser(app())
    givenUp = await makeKnownMember(app(), ids())
  }
  const input = () => ({ params: { id: person.id }, body: { password: PASSWORD } })
  const restartConversionOfVariant = async () => {
    const id = ids().variantId ?? ''
    await app()
      .server.db.updateTable('bim_file_variants')
      .set({ state: 'FAILED' })
      .where('id', '=', id)
      .execute()
    await operator.client.call(restartConversion, { params: { variantId: id } })
  }
  const by = () => operator
  const runs = {
    resetSecondFactor: () => operator.client.call(resetSecondFactor, input()),
    setMaintenance: async () => {
      const maintenance = { text: 'The server moves to a larger machine.', until: null }
      await operator.client.call(setMaintenance, { body: { maintenance } })
      await operator.client.call(setMaintenance, { body: { maintenance: null } })
    },
    mergeAccounts: () =>
      operator.client.call(mergeAccounts, {
        params: { id: kept.id },
        body: { given_up_id: givenUp.id, email: givenUp.email, password: PASSWORD },
      }),
    deleteAccount: () => operator.client.call(deleteAccount, input()),
  }
  return {
    prepare,
    restart: { name: 'restartConversion', by, run: restartConversionOfVariant },
    writes: Object.entries(runs).map(([name, run]) => ({ name, by, run })),
  }
}
