import { setMaintenance } from '@plumbline/contract/admin/maintenance'
import { deleteAccount, resetSecondFactor } from '@plumbline/contract/admin/people'
import { restartConversion } from '@plumbline/contract/admin/work'
import type { TestApp } from './app.ts'
import { makeUser, PASSWORD, type User } from './make.ts'

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

/** Every write of an operator that publishes an event. */
export function adminWrites(app: () => TestApp, variantId: () => string) {
  let operator: User
  let person: User
  const prepare = async () => {
    operator = await makeOperator(app())
    person = await makeUser(app())
    await addTotp(app(), person.id)
  }
  const input = () => ({ params: { id: person.id }, body: { password: PASSWORD } })
  const restartConversionOfVariant = async () => {
    const id = variantId()
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
    deleteAccount: () => operator.client.call(deleteAccount, input()),
  }
  return {
    prepare,
    restart: { name: 'restartConversion', by, run: restartConversionOfVariant },
    writes: Object.entries(runs).map(([name, run]) => ({ name, by, run })),
  }
}
