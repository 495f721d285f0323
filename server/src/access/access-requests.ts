import type { AccessRequest } from '@plumbline/contract/access/access'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { ProjectCtx, PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { queueMail } from '../mail/mail.ts'
import { listAdministratorIds } from '../projects/project-roles.ts'
import { getInviteRecipient } from '../users/invite-recipient.ts'
import { buildPersonJson } from '../users/person-json.ts'
import { buildDecisionMail } from './access-mails.ts'

/** Access requests to projects, decided by the project's administrators. */

export const DAY_MS = 24 * 3600 * 1000
const decidedReasons: Record<Exclude<AccessRequest['state'], 'PENDING'>, Reason> = {
  APPROVED: reason('request_approved'),
  REJECTED: reason('request_rejected'),
  CANCELLED: reason('request_cancelled'),
}

export function selectAccessRequests({ tx }: Pick<PublicCtx, 'tx'>) {
  return tx
    .selectFrom('access_requests as r')
    .innerJoin('projects', 'projects.id', 'r.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('users', 'users.id', 'r.user_id')
    .select(['r.id', 'r.project_id', 'r.role', 'r.permission_level', 'r.state', 'r.message', 'r.reason'])
    .select(['r.created_at', 'r.decided_at', 'users.email', buildPersonJson('users').as('user')])
    .select(['projects.name as project_name', 'teams.name as team_name'])
    .where('projects.deleted_at', 'is', null)
    .orderBy(sql`(r.state = 'PENDING')`, 'desc')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(1000)
}

export const getAccessRequest = (ctx: PublicCtx, id: string): Promise<AccessRequest> =>
  selectAccessRequests(ctx).where('r.id', '=', id).executeTakeFirstOrThrow()

export async function findOwnPendingRequest(ctx: UserCtx, projectId: string): Promise<AccessRequest | null> {
  const row = await selectAccessRequests(ctx)
    .where('r.project_id', '=', projectId)
    .where('r.user_id', '=', ctx.actor.user_id)
    .where('r.state', '=', 'PENDING')
    .executeTakeFirst()
  return row ?? null
}

/** Publishes a request to administrators and requester. */
export async function publishRequest(ctx: UserCtx, { project_id, user }: AccessRequest) {
  const users = [...new Set([...(await listAdministratorIds(ctx.tx, project_id)), user.id])]
  await ctx.tell('access.updated', { project_id, data: {}, audience: { users } })
}

interface RequestDecision {
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED'
  permission_level?: AccessRequest['permission_level']
  role?: AccessRequest['role']
  reason?: string
}

/** Decides a pending request; of concurrent decisions exactly one succeeds. */
export async function decideAccessRequest(
  ctx: UserCtx,
  requestId: string,
  decision: RequestDecision,
): Promise<AccessRequest> {
  const changed = await ctx.tx
    .updateTable('access_requests')
    .set({ ...decision, decided_by: ctx.actor.user_id, decided_at: ctx.now().toISOString() })
    .where('id', '=', requestId)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  const request = await getAccessRequest(ctx, requestId)
  if (changed.numUpdatedRows === 0n)
    throw new Refusal('wrong_state', request.state === 'PENDING' ? {} : decidedReasons[request.state])
  await publishRequest(ctx, request)
  return request
}

export async function getRequestOfProject(ctx: ProjectCtx, requestId: string) {
  const row = await ctx.tx
    .selectFrom('access_requests')
    .select(['id', 'user_id', 'team_id'])
    .where('id', '=', requestId)
    .where('project_id', '=', ctx.member.project_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export async function queueDecisionMail(ctx: ProjectCtx, request: AccessRequest) {
  const reader = await getInviteRecipient(ctx.tx, request.email, ctx.actor.user_id)
  if (reader) await queueMail(ctx, buildDecisionMail(reader, ctx.config.publicUrl, request))
}

/** Approves the pending requests of people who administer the project as administrators of its company by now. */
export const approveRequestsOfCompanyAdmins: Reaction = async (tx, event, tell) => {
  if (event.type !== 'team.updated') return
  const { rows } = await sql<{ project_id: string; user_id: string }>`
    update access_requests r set state = 'APPROVED', permission_level = 'ADMIN', decided_at = now()
    from projects p join team_members m on m.team_id = p.team_id
    where p.team_id = ${event.data.team_id} and r.project_id = p.id and r.user_id = m.user_id
      and m.role in ('OWNER', 'ADMIN') and r.state = 'PENDING'
    returning r.project_id, r.user_id`.execute(tx)
  for (const { project_id, user_id } of rows) {
    const users = [...new Set([...(await listAdministratorIds(tx, project_id)), user_id])]
    await tell('access.updated', { project_id, data: {}, audience: { users } })
  }
}
