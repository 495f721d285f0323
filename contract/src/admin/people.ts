import * as z from 'zod/mini'
import { CurrentPassword } from '../auth/auth.ts'
import { Id, Instant, LineField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { teamRoles } from '../roles.ts'
import { deleteMe } from '../users/delete-me.ts'
import { Person } from '../users/users.ts'

/**
 * The accounts of a server, for its operators. Who is an operator is set on the machine only (`npm run operator --
 * operators`). An operator's account cannot be locked, reset or deleted here.
 */

const Account = z.extend(Person, {
  email: z.string(),
  created_at: Instant,
  /** null: not locked */
  locked_at: z.nullable(Instant),
  /** null: not since this is recorded */
  signed_in_at: z.nullable(Instant),
  /** two-step sign-in is on */
  has_totp: z.boolean(),
  is_operator: z.boolean(),
})
export type Account = z.output<typeof Account>

const AccountDetails = z.extend(Account, {
  passkeys: z.number(),
  sessions: z.number(),
  /** last request of the sessions that have not ended, accurate to a minute */
  seen_at: z.nullable(Instant),
  projects: z.number(),
  companies: z.array(z.object({ id: Id, name: z.string(), role: z.enum(teamRoles) })),
})
export type AccountDetails = z.output<typeof AccountDetails>

export const accountStates = ['LOCKED', 'OPERATOR'] as const

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/person',
  access: 'operator',
  summary: 'List accounts, the newest first, 50 at a time; `after` gets the next page',
  query: z.object({
    /** the beginning of an address, a last name, or first and last name */
    q: z.optional(LineField(0, 120)),
    state: z.optional(z.enum(accountStates)),
    after: z.optional(Id),
  }),
  reply: z.object({ items: z.array(Account), after: z.nullable(Id) }),
})

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/admin/person/:id',
  access: 'operator',
  summary: 'Get an account with its companies and sessions',
  reply: AccountDetails,
})

export const lockAccount = endpoint({
  method: 'POST',
  path: '/api/admin/person/:id/lock',
  access: 'operator',
  summary:
    'Lock an account: its sessions end at once, and neither it nor its tokens sign in until it is unlocked. The person is told by mail',
  reply: AccountDetails,
  refuses: ['wrong_state'],
})

export const unlockAccount = endpoint({
  method: 'POST',
  path: '/api/admin/person/:id/unlock',
  access: 'operator',
  summary: 'Unlock an account; the person is told by mail',
  reply: AccountDetails,
})

export const endAccountSessions = endpoint({
  method: 'POST',
  path: '/api/admin/person/:id/sign-out',
  access: 'operator',
  summary: 'End all sessions of an account; the person is told by mail',
  reply: AccountDetails,
  refuses: ['wrong_state'],
})

/** the operator's own password */
const OwnPassword = z.object({ password: CurrentPassword })
const example = { body: { password: 'a long passphrase' } }

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/person/:id/reset-second-factor',
  access: 'operator',
  summary:
    'Turn off two-step sign-in of an account and delete its recovery codes, for a person who lost their phone; they are told by mail',
  body: OwnPassword,
  reply: AccountDetails,
  refuses: ['wrong_state', 'bad_password'],
  tells: ['user.updated'],
  example,
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/admin/person/:id/delete',
  access: 'operator',
  summary:
    'Delete an account as its person could: authored content stays anonymously, and companies with no other member are closed. Refused while the person owns a company with other members',
  body: OwnPassword,
  reply: null,
  refuses: ['wrong_state', 'bad_password'],
  tells: deleteMe.tells,
  example,
})

export const operatorActs = [
  'OPERATOR_ADDED',
  'OPERATOR_REMOVED',
  'ACCOUNT_LOCKED',
  'ACCOUNT_UNLOCKED',
  'SECOND_FACTOR_RESET',
  'PERSON_SIGNED_OUT',
  'ACCOUNT_REMOVED',
  'CONVERSION_RESTARTED',
  'MAILS_RETRIED',
  'MAINTENANCE_STARTED',
  'MAINTENANCE_ENDED',
  'STORE_CHECK_STARTED',
  'STORE_CHECK_CANCELLED',
  'RECONVERSION_STARTED',
  'RECONVERSION_PAUSED',
  'RECONVERSION_RESUMED',
  'RECONVERSION_CANCELLED',
  'REINDEX_STARTED',
  'REINDEX_PAUSED',
  'REINDEX_RESUMED',
  'REINDEX_CANCELLED',
] as const
export type OperatorAct = (typeof operatorActs)[number]

const OperatorLogEntry = z.object({
  /** ascending */
  seq: z.number(),
  at: Instant,
  /** one of `operatorActs`, or a kind of a newer version */
  kind: z.string(),
  /** null: at the machine */
  by_id: z.nullable(Id),
  /** null after the account was deleted */
  by: z.nullable(Person),
  /** whom it concerns; null: nobody */
  person_id: z.nullable(Id),
  person: z.nullable(Person),
  /** facts of the kind */
  data: z.record(z.string(), z.unknown()),
})
export type OperatorLogEntry = z.output<typeof OperatorLogEntry>

export const listOperatorLog = endpoint({
  method: 'GET',
  path: '/api/admin/log',
  access: 'operator',
  summary: 'What operators did, newest first, 50 at a time; `before` gets the next page',
  query: z.object({
    person: z.optional(Id),
    before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
  }),
  reply: z.object({ items: z.array(OperatorLogEntry), before: z.nullable(z.number()) }),
})
