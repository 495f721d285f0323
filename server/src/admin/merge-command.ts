import { parseArgs } from 'node:util'
import type { MergeSide } from '@plumbline/contract/admin/people'
import type { Config } from '../config.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Teller } from '../live/tell.ts'
import { OperatorUsageError } from '../operator-usage-error.ts'
import { mergePeople } from './merging/merge-people.ts'
import { readMergePlan } from './merging/read-merge-plan.ts'
import { noJobs } from './no-jobs.ts'

/** `npm run operator -- merge-people <kept> <given-up>`: two accounts of one person become one. */

interface MergeCommandContext {
  db: Db
  teller: Teller
  config: Config
  now: () => Date
}

export const mergeUsage = `merge-people <kept> <given-up>       shows both accounts, by their addresses, and says what a merge would do
merge-people <kept> <given-up> --confirm <given-up>
                                     merges the second account into the first one, which cannot be undone`

async function findAccountId(db: Db, address: string): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', address.trim().toLowerCase())
    .executeTakeFirst()
  if (!person) throw new OperatorUsageError(`Nobody has an account with ${address}.`)
  return person.id
}

function describeSide(title: string, side: MergeSide): string[] {
  const companies = side.companies.map(({ name, role }) => `${name} (${role})`)
  const projects = side.memberships.map(({ name, permission_level }) => `${name} (${permission_level})`)
  return [
    `${title}: ${side.email}  ${`${side.first_name} ${side.last_name}`.trim()}`,
    `  last sign-in ${side.signed_in_at ?? 'unknown'}, last seen ${side.seen_at ?? 'unknown'}`,
    `  two-step sign-in ${side.has_totp ? 'on' : 'off'}, ${side.passkeys} passkeys, ${side.programs} tokens and programs`,
    `  ${side.assigned_issues} open issues assigned, ${side.conversations} conversations`,
    `  companies: ${companies.join(', ') || 'none'}`,
    `  projects: ${projects.join(', ') || 'none'}`,
  ]
}

const consequences = [
  'Companies and projects of both go to the kept account with the higher of two rights; what the given-up account wrote has the kept one as its author.',
  'The given-up account signs in no more: its sessions, password, passkeys, second factor, API tokens and connected programs end.',
  'Both addresses are told by mail. This cannot be undone.',
]

async function describePlan(context: MergeCommandContext, kept: string, given_up: string) {
  const plan = await readMergePlan({ tx: context.db, now: context.now }, { kept, given_up })
  const lines = [...describeSide('Kept', plan.kept), ...describeSide('Given up', plan.given_up)]
  lines.push(`  named in ${plan.issues} issues`)
  if (plan.problem) return [...lines, `They cannot be merged: ${plan.problem.message}`]
  return [...lines, ...consequences, `To merge them: add --confirm ${plan.given_up.email}`]
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { confirm: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new OperatorUsageError(mergeUsage)
  }
}

export async function runMergeCommand(
  context: MergeCommandContext,
  [, ...args]: string[],
): Promise<string[]> {
  const { positionals, values } = parseOptions(args)
  const [keptAddress, givenUpAddress] = positionals
  if (!keptAddress || !givenUpAddress || positionals.length > 2) throw new OperatorUsageError(mergeUsage)
  const { db, teller, config, now } = context
  const kept = await findAccountId(db, keptAddress)
  const given_up = await findAccountId(db, givenUpAddress)
  if (values.confirm === undefined) return describePlan(context, kept, given_up)
  if (values.confirm.trim().toLowerCase() !== givenUpAddress.trim().toLowerCase())
    throw new OperatorUsageError(
      `--confirm takes the address of the account that is given up: ${givenUpAddress}`,
    )
  try {
    await inTransaction(db, (tx) =>
      mergePeople({ tx, tell: teller.begin(tx), now, config, jobs: noJobs, by: null }, { kept, given_up }),
    )
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorUsageError(error.message)
    throw error
  }
  teller.nudge()
  return [`${givenUpAddress} was merged into ${keptAddress}: both were told by mail.`]
}
