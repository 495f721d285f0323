import * as z from 'zod/mini'
import { CurrentPassword } from '../auth/auth.ts'
import { Email, Id, Instant, LineField, SentReason } from '../fields.ts'
import { endpoint } from '../http.ts'
import { permissionLevels, teamRoles } from '../roles.ts'
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
  /** the account that this one was merged into; null: an account of its own */
  merged_into: z.nullable(z.extend(Person, { email: z.string() })),
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

export const accountStates = ['LOCKED', 'OPERATOR', 'MERGED'] as const

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

/** One of the two accounts of a merge. */
const MergeSide = z.extend(AccountDetails, {
  /** at most 200 */
  memberships: z.array(
    z.object({
      project_id: Id,
      name: z.string(),
      company: z.string(),
      permission_level: z.enum(permissionLevels),
    }),
  ),
  /** open issues assigned to the account */
  assigned_issues: z.number(),
  /** direct and group conversations with at least one message */
  conversations: z.number(),
  /** API tokens and connected programs */
  programs: z.number(),
})
export type MergeSide = z.output<typeof MergeSide>

const MergePlan = z.object({
  kept: MergeSide,
  given_up: MergeSide,
  /** issues that name the account that is given up */
  issues: z.number(),
  /** why the accounts cannot be merged, and its English sentence; null: they can */
  problem: z.nullable(z.object({ reason: SentReason, message: z.string() })),
})
export type MergePlan = z.output<typeof MergePlan>

export const getMergePlan = endpoint({
  method: 'GET',
  path: '/api/admin/person/:id/merge',
  access: 'operator',
  summary: 'Compare the account with one that would be merged into it, and say whether that is possible',
  query: z.object({ given_up_id: Id }),
  reply: MergePlan,
})

export const mergeAccounts = endpoint({
  method: 'POST',
  path: '/api/admin/person/:id/merge',
  access: 'operator',
  summary:
    'Merge another account of the same person into this one. Memberships are combined, with the higher right; content of the given-up account has the kept one as its author. The given-up account can no longer sign in: its sessions end, its tokens and connected programs are revoked. This cannot be undone. Both addresses are told by mail',
  body: z.object({
    given_up_id: Id,
    /** the address of the account that is given up, as a confirmation */
    email: Email,
    password: CurrentPassword,
  }),
  reply: AccountDetails,
  refuses: ['wrong_state', 'conflict', 'bad_password'],
  tells: [
    'user.updated',
    'team.updated',
    'member.updated',
    'member.removed',
    'access.updated',
    'issue.updated',
    'issue_view.updated',
    'issue_template.updated',
    'custom_field.updated',
    'chat.updated',
    'notification.updated',
  ],
  example: {
    body: {
      given_up_id: '0195f3c2-7d1e-7a10-9c3e-2f8a4b6d1c05',
      email: 'ada@old-office.example',
      password: 'a long passphrase',
    },
  },
})

export const operatorActs = [
  'OPERATOR_ADDED',
  'OPERATOR_REMOVED',
  'ACCOUNT_LOCKED',
  'ACCOUNT_UNLOCKED',
  'SECOND_FACTOR_RESET',
  'PERSON_SIGNED_OUT',
  'ACCOUNT_REMOVED',
  'ACCOUNTS_MERGED',
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
  /** the person affected; null: nobody */
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
  summary: 'List the operators’ actions, newest first, 50 at a time; `before` gets the next page',
  query: z.object({
    person: z.optional(Id),
    before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
  }),
  reply: z.object({ items: z.array(OperatorLogEntry), before: z.nullable(z.number()) }),
})
