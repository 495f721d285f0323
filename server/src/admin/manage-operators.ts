import { queueAccountMail } from '../auth/account-mails.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { OperatorUsageError } from '../operator-usage-error.ts'
import { noJobs } from './no-jobs.ts'
import { recordOperatorAct } from './operators.ts'

/** `npm run operator -- operators [add|remove <email>]`: who may open /admin. */

interface ManageContext {
  db: Db
  teller: Teller
  config: Config
  now: () => Date
}

export const operatorsUsage = `operators                            lists who administers this server at /admin
operators add <email>                lets the person with this account administer it
operators remove <email>             takes that away`

async function listOperators({ db }: ManageContext): Promise<string[]> {
  const rows = await db
    .selectFrom('operators as o')
    .innerJoin('users', 'users.id', 'o.user_id')
    .select(['users.email', 'users.first_name', 'users.last_name', 'o.added_at'])
    .orderBy('o.added_at')
    .execute()
  if (rows.length === 0) return ['Nobody administers this server: operators add <email> names somebody.']
  return rows.map(
    ({ email, first_name, last_name, added_at }) =>
      `${email}  ${`${first_name} ${last_name}`.trim()}  since ${added_at}`,
  )
}

async function findPerson(tx: Tx, address: string | undefined) {
  if (!address) throw new OperatorUsageError(operatorsUsage)
  const person = await tx
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'locked_at', 'merged_into'])
    .where('email', '=', address.trim().toLowerCase())
    .executeTakeFirst()
  if (!person)
    throw new OperatorUsageError(`Nobody has an account with ${address}: they have to sign up first.`)
  return person
}

async function setOperator(context: ManageContext, address: string | undefined, isAdded: boolean) {
  const { db, teller, config, now } = context
  const line = await inTransaction(db, async (tx) => {
    const person = await findPerson(tx, address)
    if (isAdded && person.locked_at !== null)
      throw new OperatorUsageError(`The account ${person.email} is locked.`)
    if (isAdded && person.merged_into !== null)
      throw new OperatorUsageError(`The account ${person.email} was merged into another one.`)
    const changed = isAdded
      ? await tx
          .insertInto('operators')
          .values({ user_id: person.id, added_at: now().toISOString() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .execute()
      : await tx.deleteFrom('operators').where('user_id', '=', person.id).returning('user_id').execute()
    if (changed.length === 0)
      return isAdded
        ? `${person.email} administers this server already.`
        : `${person.email} does not administer this server.`
    const kind = isAdded ? 'OPERATOR_ADDED' : 'OPERATOR_REMOVED'
    await recordOperatorAct({ tx, now }, { kind, by: null, person_id: person.id })
    await teller.begin(tx)('user.updated', {
      project_id: null,
      data: { user_id: person.id },
      audience: { users: [person.id] },
      cause: { kind: 'CHANGED' },
    })
    await queueAccountMail(
      { tx, config, jobs: noJobs },
      person,
      (texts) => (isAdded ? texts.operatorAdded : texts.operatorRemoved),
      isAdded ? '/admin' : '/projects',
    )
    return isAdded
      ? `${person.email} administers this server: ${config.publicUrl}/admin`
      : `${person.email} no longer administers this server.`
  })
  teller.nudge()
  return [line]
}

export function manageOperators(
  context: ManageContext,
  [, subcommand, address]: string[],
): Promise<string[]> {
  switch (subcommand) {
    case undefined:
      return listOperators(context)
    case 'add':
      return setOperator(context, address, true)
    case 'remove':
      return setOperator(context, address, false)
    default:
      throw new OperatorUsageError(operatorsUsage)
  }
}
