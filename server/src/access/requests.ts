import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/access/access'
import type { AccessRequest } from '@plumbline/contract/access/access'
import { fill, type Sentence } from '@plumbline/contract/sentences'
import { type SqlBool, sql } from 'kysely'
import type { Handler, Input, ProjectCtx, PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/mail.ts'
import { administratorsOf, findProjectMember, levelsByProject } from '../projects/members.ts'
import { currentTeam } from '../teams/members.ts'
import { readerOf } from '../users/locale.ts'
import { personOf } from '../users/person.ts'
import { joinProject } from './join.ts'
import { decisionMail, requestMail } from './mails.ts'

/** Requests for access: made by who knows the project's code or was invited, decided by its administrators. */

const DAY_MS = 24 * 3600 * 1000
/** requests that one person may make in an hour: each is a mail to administrators */
const MOST_REQUESTS = 30

const over: Record<Exclude<AccessRequest['state'], 'PENDING'>, Sentence> = {
  APPROVED: 'This request was already approved.',
  REJECTED: 'This request was already rejected.',
  CANCELLED: 'This request was taken back.',
}

function requestRows({ tx }: Pick<PublicCtx, 'tx'>) {
  return tx
    .selectFrom('access_requests as r')
    .innerJoin('projects', 'projects.id', 'r.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('users', 'users.id', 'r.user_id')
    .select(['r.id', 'r.project_id', 'r.role', 'r.permission_level', 'r.state', 'r.message', 'r.reason'])
    .select(['r.created_at', 'r.decided_at', 'users.email', personOf('users').as('user')])
    .select(['projects.name as project_name', 'teams.name as team_name'])
    .where('projects.deleted_at', 'is', null)
    .orderBy(sql`(r.state = 'PENDING')`, 'desc')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(1000)
}

const readRequest = (ctx: PublicCtx, id: string): Promise<AccessRequest> =>
  requestRows(ctx).where('r.id', '=', id).executeTakeFirstOrThrow()

export const projectRequests = (ctx: ProjectCtx): Promise<AccessRequest[]> =>
  requestRows(ctx).where('r.project_id', '=', ctx.member.project_id).execute()

export async function ownPendingRequest(ctx: UserCtx, projectId: string): Promise<AccessRequest | null> {
  const row = await requestRows(ctx)
    .where('r.project_id', '=', projectId)
    .where('r.user_id', '=', ctx.actor.user_id)
    .where('r.state', '=', 'PENDING')
    .executeTakeFirst()
  return row ?? null
}

/** What the caller asked for in the last 30 days, and what waits for the caller's decision. */
export async function myRequests(ctx: UserCtx): Promise<AccessRequest[]> {
  const { user_id } = ctx.actor
  const levels = await levelsByProject(ctx.db, user_id)
  const mine = [...levels].filter(([, level]) => level === 'ADMIN').map(([id]) => id)
  const since = new Date(ctx.now().getTime() - 30 * DAY_MS).toISOString()
  return requestRows(ctx)
    .where(
      sql<SqlBool>`(r.user_id = ${user_id} and r.created_at > ${since}::timestamptz)
        or (r.state = 'PENDING' and r.project_id = any(${mine}::uuid[]))`,
    )
    .execute()
}

/** Administrators and the requester hear of it. */
async function tellRequest(ctx: UserCtx, { project_id, user }: AccessRequest) {
  const users = [...new Set([...(await administratorsOf(ctx.tx, project_id)), user.id])]
  await ctx.tell('access.updated', { project_id, data: {}, audience: { users } })
}

/** The project is there for who looked up its live code within a day, or was ever invited; for others it is not. */
async function checkMayAsk(ctx: UserCtx, projectId: string) {
  const { user_id, email } = ctx.actor
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString()
  const { rows } = await sql`select from projects p where p.id = ${projectId} and p.deleted_at is null and (
    exists (select from code_lookups l join access_codes c on c.project_id = l.project_id and c.code = l.code
      where l.project_id = p.id and l.user_id = ${user_id} and l.created_at > ${since} and p.status = 'ACTIVE')
    or exists (select from project_invites i
      where i.project_id = p.id and lower(i.email) = ${email.toLowerCase()}))`.execute(ctx.tx)
  if (rows.length === 0) throw new Refusal('not_found')
}

/** Who was rejected waits a day. */
async function checkPatience(ctx: UserCtx, projectId: string) {
  const last = await ctx.tx
    .selectFrom('access_requests')
    .select('decided_at')
    .where('project_id', '=', projectId)
    .where('user_id', '=', ctx.actor.user_id)
    .where('state', '=', 'REJECTED')
    .orderBy('decided_at', 'desc')
    .executeTakeFirst()
  const again = new Date(new Date(last?.decided_at ?? 0).getTime() + DAY_MS)
  if (again <= ctx.now()) return
  const when = again.toISOString().slice(0, 16).replace('T', ' ')
  throw new Refusal('wrong_state', {
    message: fill('Your request was rejected. You may ask again from {time} UTC.', { time: when }),
  })
}

async function insertRequest(ctx: UserCtx, { params, body }: Input<typeof api.requestAccess>) {
  const project_id = params.id
  const { user_id } = ctx.actor
  if (await findProjectMember(ctx.tx, user_id, project_id))
    throw new Refusal('already_exists', { message: 'You are a member of this project already.' })
  await checkMayAsk(ctx, project_id)
  await checkPatience(ctx, project_id)
  const id = randomUUIDv7()
  const team_id = await currentTeam(ctx.tx, user_id, ctx.http.team_id)
  const inserted = await ctx.tx
    .insertInto('access_requests')
    .values({ ...body, id, project_id, user_id, team_id, created_at: ctx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n)
    throw new Refusal('already_exists', { message: 'You have asked for access already.' })
  const request = await readRequest(ctx, id)
  await tellRequest(ctx, request)
  await mailAdministrators(ctx, request)
  return request
}

async function mailAdministrators(ctx: UserCtx, request: AccessRequest) {
  const admins = await ctx.tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', 'in', await administratorsOf(ctx.tx, request.project_id))
    .limit(50)
    .execute()
  for (const admin of admins)
    await queueMail(ctx, requestMail({ ...admin, has_account: true }, ctx.config.publicUrl, request))
}

export const askForAccess: Handler<typeof api.requestAccess, void> = {
  prepare: (ctx) => ctx.limit(`request:${ctx.actor.user_id}`, MOST_REQUESTS, 3600),
  handle: insertRequest,
}

interface Decision {
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED'
  permission_level?: AccessRequest['permission_level']
  role?: AccessRequest['role']
  reason?: string
}

/** Moves a request on from PENDING: of several decisions at once exactly one does. */
async function decide(ctx: UserCtx, requestId: string, decision: Decision): Promise<AccessRequest> {
  const changed = await ctx.tx
    .updateTable('access_requests')
    .set({ ...decision, decided_by: ctx.actor.user_id, decided_at: ctx.now().toISOString() })
    .where('id', '=', requestId)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  const request = await readRequest(ctx, requestId)
  if (changed.numUpdatedRows === 0n)
    throw new Refusal('wrong_state', request.state === 'PENDING' ? {} : { message: over[request.state] })
  await tellRequest(ctx, request)
  return request
}

async function findRequest(ctx: ProjectCtx, requestId: string) {
  const row = await ctx.tx
    .selectFrom('access_requests')
    .select(['id', 'user_id', 'team_id'])
    .where('id', '=', requestId)
    .where('project_id', '=', ctx.member.project_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function mailDecision(ctx: ProjectCtx, request: AccessRequest) {
  const reader = await readerOf(ctx.tx, request.email, ctx.actor.user_id)
  await queueMail(ctx, decisionMail(reader, ctx.config.publicUrl, request))
}

/** The person comes in for the company for which they asked, if they are still in it. */
export async function approveRequest(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.approveAccessRequest>,
) {
  const { id, user_id, team_id: wish } = await findRequest(ctx, params.requestId)
  const request = await decide(ctx, id, { ...body, state: 'APPROVED' })
  const { project_id } = ctx.member
  const team_id = await currentTeam(ctx.tx, user_id, wish)
  const entry = { ...body, project_id, user_id, team_id }
  if (!(await joinProject(ctx, entry, { how: 'ADDED', invited_by: null })))
    throw new Refusal('wrong_state', { message: 'This person has become a member in the meantime.' })
  await mailDecision(ctx, request)
  return request
}

export async function rejectRequest(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.rejectAccessRequest>,
) {
  const { id } = await findRequest(ctx, params.requestId)
  const request = await decide(ctx, id, { state: 'REJECTED', reason: body?.reason ?? '' })
  await mailDecision(ctx, request)
  return request
}

/** Only one's own. */
export async function takeBackRequest(ctx: UserCtx, { params }: Input<typeof api.cancelAccessRequest>) {
  const row = await requestRows(ctx)
    .where('r.id', '=', params.requestId)
    .where('r.project_id', '=', params.id)
    .where('r.user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return decide(ctx, row.id, { state: 'CANCELLED' })
}
