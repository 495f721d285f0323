import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/access/access'
import type { AccessRequest } from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/mail.ts'
import { findProjectMember, listAdministratorIds } from '../projects/project-roles.ts'
import { getCurrentTeam, lockUsers } from '../teams/team-members.ts'
import { isAddressOf } from '../users/merged-people.ts'
import { buildRequestMail } from './access-mails.ts'
import { DAY_MS, getAccessRequest, publishRequest } from './access-requests.ts'

/** requests per user and hour, since each sends mails to administrators */
const MAX_REQUESTS_PER_HOUR = 30

/** Refuses with 404 unless the user looked up the current code within a day or was ever invited. */
async function checkMayRequest(ctx: UserCtx, projectId: string) {
  const { user_id } = ctx.actor
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString()
  const { rows } = await sql`select from projects p where p.id = ${projectId} and p.deleted_at is null and (
    exists (select from code_lookups l join access_codes c on c.project_id = l.project_id and c.code = l.code
      where l.project_id = p.id and l.user_id = ${user_id} and l.created_at > ${since} and p.status = 'ACTIVE')
    or exists (select from project_invites i
      where i.project_id = p.id and ${isAddressOf('i.email', user_id)}))`.execute(ctx.tx)
  if (rows.length === 0) throw new Refusal('not_found')
}

/** A rejected request can be repeated after a day. */
async function checkWaitingTime(ctx: UserCtx, projectId: string) {
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
  throw new Refusal(
    'wrong_state',
    reason('request_rejected_recently', {
      time: when,
    }),
  )
}

async function insertRequest(ctx: UserCtx, { params, body }: Input<typeof api.requestAccess>) {
  const project_id = params.id
  const { user_id } = ctx.actor
  // somebody may add the caller at the same moment
  await lockUsers(ctx.tx, [user_id])
  if (await findProjectMember(ctx.tx, user_id, project_id))
    throw new Refusal('already_exists', reason('you_are_member'))
  await checkMayRequest(ctx, project_id)
  await checkWaitingTime(ctx, project_id)
  const id = randomUUIDv7()
  const team_id = await getCurrentTeam(ctx.tx, user_id, ctx.http.team_id)
  const inserted = await ctx.tx
    .insertInto('access_requests')
    .values({ ...body, id, project_id, user_id, team_id, created_at: ctx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n)
    throw new Refusal('already_exists', reason('access_already_requested'))
  const request = await getAccessRequest(ctx, id)
  await publishRequest(ctx, request)
  await mailAdministrators(ctx, request)
  return request
}

async function mailAdministrators(ctx: UserCtx, request: AccessRequest) {
  const admins = await ctx.tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', 'in', await listAdministratorIds(ctx.tx, request.project_id))
    .where('locked_at', 'is', null)
    .limit(50)
    .execute()
  for (const admin of admins)
    await queueMail(ctx, buildRequestMail({ ...admin, has_account: true }, ctx.config.publicUrl, request))
}

export const requestAccess: Handler<typeof api.requestAccess, void> = {
  prepare: (ctx) => ctx.limit(`request:${ctx.actor.user_id}`, MAX_REQUESTS_PER_HOUR, 3600),
  handle: insertRequest,
}
