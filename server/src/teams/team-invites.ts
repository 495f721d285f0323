import { randomUUIDv7 } from 'node:crypto'
import { type Reason, reason } from '@plumbline/contract/reasons'
import type { TeamInvite } from '@plumbline/contract/teams/teams'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { createInviteCode } from '../auth/mail-codes.ts'
import type { PublicCtx, TeamCtx, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { checkPaid } from '../http/check-paid.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/mail.ts'
import { getInviteRecipient } from '../users/invite-recipient.ts'
import { isAddressOf, keptId } from '../users/merged-people.ts'
import { buildOptionalPersonJson } from '../users/person-json.ts'
import { buildTeamInviteMail } from './team-mails.ts'
import { countSeats, getPlanSeats } from './team-reads.ts'
import { lockTeam } from './update-team.ts'

/** Invitations of an e-mail address to a company; the addressee may sign up later. */

const VALID_MS = 14 * 24 * 3600 * 1000
/** invitations per user and hour, since they are unsolicited mails */
const MAX_INVITES_PER_HOUR = 500

export const checkInviteLimit = (ctx: UserCtx) =>
  ctx.limit(`invite:${ctx.actor.user_id}`, MAX_INVITES_PER_HOUR, 3600)

type InviteState = TeamInvite['state']

/** Refusal reasons for invitations that are no longer pending. */
export const closedInviteReasons: Record<Exclude<InviteState, 'PENDING'>, Reason> = {
  APPROVED: reason('invitation_accepted'),
  REJECTED: reason('invitation_declined'),
  CANCELLED: reason('invitation_cancelled'),
  EXPIRED: reason('invitation_expired'),
}

/** The state of an invitation row under the alias `table`: EXPIRED by the clock, even if not stored yet. */
export const selectInviteState = (
  table: string,
  now: Date,
) => sql<InviteState>`case when ${sql.ref(`${table}.state`)} = 'PENDING'
  and ${sql.ref(`${table}.expires_at`)} <= ${now.toISOString()} then 'EXPIRED' else ${sql.ref(`${table}.state`)} end`

export const computeInviteExpiry = (now: Date) => new Date(now.getTime() + VALID_MS).toISOString()

function selectTeamInvites(tx: Tx, now: Date) {
  return tx
    .selectFrom('team_invites as i')
    .innerJoin('teams', 'teams.id', 'i.team_id')
    .leftJoin('users as inviter', 'inviter.id', 'i.invited_by')
    .select(['i.id', 'i.team_id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at'])
    .select(['teams.name as team_name', selectInviteState('i', now).as('state')])
    .select(buildOptionalPersonJson('inviter').as('invited_by'))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
}

export async function getTeamInvite(ctx: PublicCtx, id: string): Promise<TeamInvite> {
  return selectTeamInvites(ctx.tx, ctx.now()).where('i.id', '=', id).executeTakeFirstOrThrow()
}

export const selectPendingTeamInvites = (tx: Tx, now: Date) =>
  selectTeamInvites(tx, now)
    .where('i.state', '=', 'PENDING')
    .where('i.expires_at', '>', now.toISOString())
    .limit(1000)

/** Publishes an invitation to the company's administrators and the addressee. */
async function publishTeamInvite(ctx: UserCtx, teamId: string, email: string) {
  const admins = await ctx.tx
    .selectFrom('team_members')
    .select('user_id as id')
    .where('team_id', '=', teamId)
    .where('role', 'in', ['OWNER', 'ADMIN'])
    .execute()
  const addressee = await ctx.tx
    .selectFrom('users')
    .select(keptId('users').as('id'))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
  const audience = { users: [...new Set([...admins, ...addressee].map((row) => row.id))] }
  await ctx.tell('invite.updated', { project_id: null, data: {}, audience, cause: { kind: 'CHANGED' } })
}

async function insertTeamInvite(ctx: UserCtx, team_id: string, email: string, role: 'MEMBER' | 'ADMIN') {
  const id = randomUUIDv7()
  const { user_id } = ctx.actor
  await ctx.tx
    .insertInto('team_invites')
    .values({ id, team_id, email, role, invited_by: user_id, expires_at: computeInviteExpiry(ctx.now()) })
    .execute()
  await publishTeamInvite(ctx, team_id, email)
  const invite = await getTeamInvite(ctx, id)
  await recordAudit(ctx, { team_id }, { kind: 'COLLEAGUE_INVITED', email, data: { role } })
  const reader = await getInviteRecipient(ctx.tx, email, user_id)
  if (!reader) return invite
  const code = reader.has_account
    ? null
    : await createInviteCode(ctx, email, { team_invite_id: id }, invite.expires_at)
  await queueMail(ctx, buildTeamInviteMail(reader, ctx.config.publicUrl, invite, code))
  return invite
}

/** Creates an invitation under the company's lock, so that concurrent calls cannot exceed the seats. The caller is ADMIN. */
export async function createTeamInvite(
  ctx: UserCtx,
  teamId: string,
  { email, role }: { email: string; role: 'MEMBER' | 'ADMIN' },
): Promise<TeamInvite> {
  const team = await lockTeam(ctx.tx, teamId)
  const member = await ctx.tx
    .selectFrom('team_members as m')
    .innerJoin('users', (join) => join.on('m.user_id', '=', keptId('users')))
    .select('m.user_id')
    .where('m.team_id', '=', teamId)
    .where(sql<string>`lower(users.email)`, '=', email)
    .executeTakeFirst()
  if (member) throw new Refusal('already_exists', reason('email_already_in_company', { email }))
  const mine = ctx.tx.updateTable('team_invites').where('team_id', '=', teamId).where('email', '=', email)
  await mine
    .set({ state: 'EXPIRED' })
    .where('state', '=', 'PENDING')
    .where('expires_at', '<=', ctx.now().toISOString())
    .execute()
  const known = await selectPendingTeamInvites(ctx.tx, ctx.now())
    .where('i.team_id', '=', teamId)
    .where('i.email', '=', email)
    .executeTakeFirst()
  if (known) return known
  checkPaid(ctx, team.blocks_at)
  const seats = await countSeats(ctx.tx, teamId, ctx.now())
  const allowed = getPlanSeats(ctx, team)
  if (allowed !== null && seats.members + seats.pending >= allowed)
    throw new Refusal('payment_required', reason('plan_seats', { count: allowed }))
  if (team.max_team_size !== null && seats.members + seats.pending >= team.max_team_size)
    throw new Refusal('no_seats', reason('all_seats_in_use', { count: team.max_team_size ?? 0 }))
  return insertTeamInvite(ctx, teamId, email, role)
}

/**
 * Decides a pending invitation; of concurrent decisions exactly one succeeds. Locks the company before the invitation, as
 * its other writes do.
 */
export async function decideTeamInvite(
  ctx: UserCtx,
  params: { id: string; inviteId: string },
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED',
) {
  const found = await selectTeamInvites(ctx.tx, ctx.now())
    .where('i.id', '=', params.inviteId)
    .where('i.team_id', '=', params.id)
    .$if(state !== 'CANCELLED', (rows) => rows.where(isAddressOf('i.email', ctx.actor.user_id)))
    .forNoKeyUpdate('teams')
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const changed = await ctx.tx
    .updateTable('team_invites')
    .set({ state })
    .where('id', '=', found.id)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) {
    const now = await getTeamInvite(ctx, found.id)
    throw new Refusal('wrong_state', now.state === 'PENDING' ? undefined : closedInviteReasons[now.state])
  }
  await publishTeamInvite(ctx, found.team_id, found.email)
  if (state === 'CANCELLED') {
    const { team_id, email } = found
    await recordAudit(ctx, { team_id }, { kind: 'COLLEAGUE_INVITE_CANCELLED', email })
  }
  return found
}

/** Cancels the pending invitations of a person who leaves: by one from before they could return. */
export async function cancelTeamInvitesOf(ctx: TeamCtx, userId: string): Promise<void> {
  const { team_id } = ctx.team
  const cancelled = await ctx.tx
    .updateTable('team_invites as i')
    .set({ state: 'CANCELLED' })
    .where('i.team_id', '=', team_id)
    .where(isAddressOf('i.email', userId))
    .where('i.state', '=', 'PENDING')
    .returning('i.email')
    .execute()
  for (const { email } of cancelled) {
    await publishTeamInvite(ctx, team_id, email)
    await recordAudit(ctx, { team_id }, { kind: 'COLLEAGUE_INVITE_CANCELLED', email })
  }
}
