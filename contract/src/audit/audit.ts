import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { Person } from '../users/users.ts'
import { auditGroups } from './audit.rules.ts'

/**
 * The audit log of a company: sign-ins of its members, rights in it and its projects, exports, downloads, tokens,
 * deletions and settings. A hash chain, which only its administrators read.
 */

export const AuditEntry = z.object({
  /** sequence number in the company, ascending */
  seq: z.number(),
  at: Instant,
  /** one of `auditKinds`, or a kind of a newer version */
  kind: z.string(),
  /** who did it; null: nobody who was signed in */
  by_id: z.nullable(Id),
  /** null after the account was deleted */
  by: z.nullable(Person),
  /** the person affected; null: nobody but the actor */
  person_id: z.nullable(Id),
  person: z.nullable(Person),
  project_id: z.nullable(Id),
  /** null after the project was deleted permanently */
  project_name: z.nullable(z.string()),
  /** the facts of the kind, such as role, level and file name */
  data: z.record(z.string(), z.unknown()),
  /** invited address; null for other acts, after a year, and after the account was deleted. The same for `ip` and `user_agent` */
  email: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

const filters = {
  /** the actor or the person affected */
  person: z.optional(Id),
  group: z.optional(z.enum(auditGroups)),
  /** from this instant on */
  from: z.optional(Instant),
  /** before this instant */
  to: z.optional(Instant),
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/team/:id/audit',
  access: 'team:ADMIN',
  summary: 'The audit log of a company, newest first; `before` gets the next page',
  query: z.object({
    ...filters,
    before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({ items: z.array(AuditEntry), before: z.nullable(z.number()) }),
})

export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/api/team/:id/audit/people',
  access: 'team:ADMIN',
  summary: 'The people that the audit log of a company names, without deleted accounts',
  reply: z.array(Person),
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/team/:id/audit/export',
  access: 'team:ADMIN',
  summary: 'Export the audit log of a company as CSV, oldest first, with the hash of each entry',
  query: z.object(filters),
  reply: bytes('text/csv'),
  refuses: ['too_many_requests'],
})

export const checkAuditLog = endpoint({
  method: 'GET',
  path: '/api/team/:id/audit/check',
  access: 'team:ADMIN',
  summary:
    'Verify the hash chain of the audit log: its length, its last hash, and the first altered entry if any',
  reply: z.object({
    entries: z.number(),
    /** hex; 64 zeros for an empty log */
    head: z.string(),
    broken_at: z.nullable(z.number()),
  }),
})
