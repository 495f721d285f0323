import { createHash, randomBytes } from 'node:crypto'
import type { AuditKind } from '@plumbline/contract/audit/audit.rules'
import { sql } from 'kysely'
import type { Actor, HttpExchange, PublicCtx, UserCtx } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { computeChainHash, formatCanonicalJson, GENESIS_HASH } from '../db/hash-chain.ts'
import { prepareQuery } from '../db/prepared-query.ts'

/**
 * The append-only audit log of a company, a hash chain like the log of issues. It names people and projects by id only;
 * addresses and devices are in `audit_details`, and the entry has their salted hash, so that they can be erased.
 */

interface AuditAct {
  kind: AuditKind
  /** default: the caller; null: nobody who was signed in */
  by?: string | null
  /** the person affected, if not the actor */
  person_id?: string
  project_id?: string
  data?: Record<string, unknown>
  /** address of a person, which is erased with their account */
  email?: string
}

/** The owner of the log: a company, the company of a project, or each company of a person. */
type AuditScope = { team_id: string } | { team_ids: string[] } | { project_id: string } | { user_id: string }

interface AuditContext {
  tx: Tx
  now?: () => Date
  http?: Pick<HttpExchange, 'ip' | 'user_agent'>
  actor?: Pick<Actor, 'user_id' | 'session_id'>
  /** an operator of the server acts in the place of `actor`; the log names neither who nor from where */
  by_operator?: true
}

interface HashedAudit {
  team_id: string
  seq: number
  at: string
  by: string | null
  person_id: string | null
  project_id: string | null
  kind: string
  data: Record<string, unknown>
}

export const computeAuditHash = (previous: Uint8Array, entry: HashedAudit): Buffer =>
  computeChainHash(previous, entry)

/** The hash of an entry's details, stored in the entry. */
export const hashAuditDetails = (salt: string, details: unknown): string =>
  createHash('sha256')
    .update(salt + formatCanonicalJson(details))
    .digest('hex')

/** The companies of a person, in the order in which their logs are locked. */
export async function listAuditTeams(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', userId)
    .orderBy('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
}

async function listTeamsOf(tx: Tx, scope: AuditScope): Promise<string[]> {
  if ('team_id' in scope) return [scope.team_id]
  if ('team_ids' in scope) return scope.team_ids
  if ('user_id' in scope) return listAuditTeams(tx, scope.user_id)
  const project = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', scope.project_id)
    .executeTakeFirst()
  return project ? [project.team_id] : []
}

interface AuditValues {
  team_id: string
  at: string
  by: string | null
  person_id: string | null
  project_id: string | null
  kind: string
  data: string
  /** the canonical JSON up to the number, and after it */
  head: string
  tail: string
  owner: string | null
  email: string | null
  salt: string
  details: string
}

/**
 * Locks the head, appends one entry with its details and moves the head in one statement; no row: the log does not exist
 * yet. The company's row is locked before the head, as by its closing: the foreign key of the entry locks it only after,
 * which ended in deadlocks.
 */
const appendAudit = prepareQuery<AuditValues, { seq: number }>(
  (_db, parameter) => sql`
    with team as (
      select id from teams where id = ${parameter('team_id')}::uuid for key share
    ), head as (
      select seq, hash from audit_chains where team_id = (select id from team) for update
    ), entry as (
      insert into audit_log (team_id, seq, at, by_user_id, person_id, project_id, kind, data, hash)
      select ${parameter('team_id')}::uuid, seq + 1, ${parameter('at')}::timestamptz, ${parameter('by')}::uuid,
        ${parameter('person_id')}::uuid, ${parameter('project_id')}::uuid, ${parameter('kind')}::text,
        ${parameter('data')}::jsonb,
        sha256(hash || convert_to(${parameter('head')}::text || (seq + 1)::text || ${parameter('tail')}::text, 'UTF8'))
      from head returning team_id, seq, at, hash
    ), details as (
      insert into audit_details (team_id, seq, at, user_id, email, salt, details)
      select team_id, seq, at, ${parameter('owner')}::uuid, ${parameter('email')}::text, ${parameter('salt')}::text,
        ${parameter('details')}::jsonb
      from entry where ${parameter('salt')}::text <> ''
    )
    update audit_chains c set seq = entry.seq, hash = entry.hash from entry
    where c.team_id = ${parameter('team_id')}::uuid returning c.seq`,
)

function buildDetails({ http, by_operator }: AuditContext, { email }: AuditAct) {
  const details = {
    ...(http && !by_operator ? { ip: http.ip, user_agent: http.user_agent } : {}),
    ...(email === undefined ? {} : { email }),
  }
  return Object.keys(details).length > 0 ? details : null
}

/** Appends an action to the log of one or several companies; without a company it is not recorded. */
export async function recordAudit(ctx: AuditContext, scope: AuditScope, act: AuditAct): Promise<void> {
  const { tx, actor, by_operator } = ctx
  const at = (ctx.now?.() ?? new Date()).toISOString()
  const caller = actor?.user_id ?? null
  const by = by_operator ? null : act.by === undefined ? caller : act.by
  const person_id = act.person_id ?? (by_operator ? caller : null)
  const project_id = act.project_id ?? ('project_id' in scope ? scope.project_id : null)
  const details = buildDetails(ctx, act)
  for (const team_id of await listTeamsOf(tx, scope)) {
    const salt = details ? randomBytes(16).toString('hex') : ''
    const data = {
      ...act.data,
      ...(by_operator ? { by_operator } : actor?.session_id === null ? { by_token: true } : {}),
      ...(details ? { details_sha256: hashAuditDetails(salt, details) } : {}),
    }
    const text = formatCanonicalJson({ at, by, data, kind: act.kind, person_id, project_id })
    const values: AuditValues = {
      team_id,
      at,
      by,
      person_id,
      project_id,
      kind: act.kind,
      data: JSON.stringify(data),
      head: `${text.slice(0, -1)},"seq":`,
      tail: `,"team_id":${JSON.stringify(team_id)}}`,
      owner: by ?? person_id,
      email: act.email ?? null,
      salt,
      details: JSON.stringify(details),
    }
    if ((await appendAudit(tx, values)).length > 0) continue
    await tx
      .insertInto('audit_chains')
      .values({ team_id, seq: 0, hash: GENESIS_HASH })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await appendAudit(tx, values)
  }
}

/** Records an action of a read, which has no transaction. */
export const recordAuditOfRead = (ctx: UserCtx, scope: AuditScope, act: AuditAct): Promise<void> =>
  inTransaction(ctx.db, (tx) => recordAudit({ ...ctx, tx }, scope, act))

/** Records that a person exported their own data. */
export const recordDataExport = (ctx: UserCtx): Promise<void> =>
  recordAuditOfRead(ctx, { user_id: ctx.actor.user_id }, { kind: 'DATA_EXPORTED' })

/**
 * Records a refused sign-in in parallel to the request: waiting for it would reveal by the response time whether the address
 * has an account.
 */
export function recordFailedSignIn(
  ctx: PublicCtx,
  userId: string,
  method: 'PASSWORD' | 'SECOND_FACTOR' | 'PASSKEY',
): void {
  const { db, now, http, log } = ctx
  const act: AuditAct = { kind: 'SIGN_IN_FAILED', by: null, person_id: userId, data: { method } }
  inTransaction(db, (tx) => recordAudit({ tx, now, http }, { user_id: userId }, act)).catch((err: unknown) =>
    log.error({ err }, 'audit'),
  )
}
