import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/access/access'
import type { Invite } from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { createInviteCode } from '../auth/mail-codes.ts'
import type { Input, PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { queueMail } from '../mail/mail.ts'
import { listAdministratorIds } from '../projects/project-roles.ts'
import { closedInviteReasons, computeInviteExpiry, selectInviteState } from '../teams/team-invites.ts'
import { getInviteRecipient } from '../users/invite-recipient.ts'
import { isAddressOf, keptId } from '../users/merged-people.ts'
import { buildOptionalPersonJson } from '../users/person-json.ts'
import { buildProjectInviteMail } from './access-mails.ts'

/** Invitations of an e-mail address to a project, visible to the addressee and the project's administrators only. */

export function selectProjectInvites({ tx, now }: Pick<PublicCtx, 'tx' | 'now'>) {
  return tx
    .selectFrom('project_invites as i')
    .innerJoin('projects', 'projects.id', 'i.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .leftJoin('users as inviter', 'inviter.id', 'i.invited_by')
    .select(['i.id', 'i.project_id', 'i.email', 'i.role', 'i.permission_level', 'i.message'])
    .select(['i.created_at', 'i.expires_at', selectInviteState('i', now()).as('state')])
    .select(['projects.name as project_name', 'teams.name as team_name'])
    .select([sql<'INVITE'>`'INVITE'`.as('kind'), buildOptionalPersonJson('inviter').as('invited_by')])
    .where('projects.deleted_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
}

const isAddressedTo = (email: string) => sql<boolean>`lower(i.email) = ${email.toLowerCase()}`

const selectPendingInvites = (ctx: Pick<PublicCtx, 'tx' | 'now'>, projectId: string) =>
  selectProjectInvites(ctx)
    .where('i.project_id', '=', projectId)
    .where('i.state', '=', 'PENDING')
    .where('i.expires_at', '>', ctx.now().toISOString())

export const listPendingInvites = (
  ctx: Pick<PublicCtx, 'tx' | 'now'>,
  projectId: string,
): Promise<Invite[]> => selectPendingInvites(ctx, projectId).limit(1000).execute()

const getProjectInvite = (ctx: UserCtx, id: string): Promise<Invite> =>
  selectProjectInvites(ctx).where('i.id', '=', id).executeTakeFirstOrThrow()

/** Publishes an invitation to administrators and addressee; a new one, which somebody sent, also notifies the addressee. */
async function publishInvite(
  ctx: Pick<PublicCtx, 'tx' | 'tell'>,
  { id, project_id, email }: Pick<Invite, 'id' | 'project_id' | 'email'>,
  sentBy: string | null,
) {
  const addressee = await ctx.tx
    .selectFrom('users')
    .select(keptId('users').as('id'))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  const users = await listAdministratorIds(ctx.tx, project_id)
  await ctx.tell('invite.updated', {
    project_id,
    data: {},
    audience: { users: addressee ? [...new Set([...users, addressee.id])] : users },
    cause:
      sentBy && addressee
        ? { kind: 'SENT', by: sentBy, invitation_id: id, user_id: addressee.id }
        : { kind: 'CHANGED' },
  })
}

/** Notifies a new user of the pending invitations to their address. */
export const notifyInvitedUser: Reaction = async (tx, event, tell) => {
  if (event.type !== 'user.updated' || event.cause.kind !== 'SIGNED_UP') return
  const { user_id } = event.data
  const invites = await tx
    .selectFrom('project_invites as i')
    .innerJoin('projects', 'projects.id', 'i.project_id')
    .select(['i.id', 'i.project_id', 'i.invited_by'])
    .where(isAddressedTo(event.cause.email))
    .where('i.state', '=', 'PENDING')
    .where('i.expires_at', '>', sql<string>`now()`)
    .where('projects.deleted_at', 'is', null)
    .orderBy('i.created_at')
    .limit(100)
    .execute()
  for (const { id, project_id, invited_by } of invites) {
    const cause = { kind: 'SENT', by: invited_by, invitation_id: id, user_id } as const
    await tell('invite.updated', { project_id, data: {}, audience: { users: [user_id] }, cause })
  }
}

type NewInvite = Input<typeof api.createInvite>['body'] & { project_id: string }

async function checkNotMember(ctx: UserCtx, { project_id, email }: NewInvite) {
  const member = await ctx.tx
    .selectFrom('project_members as m')
    .innerJoin('users', (join) => join.on('m.user_id', '=', keptId('users')))
    .select('m.user_id')
    .where('m.project_id', '=', project_id)
    .where(sql<string>`lower(users.email)`, '=', email)
    .executeTakeFirst()
  if (member) throw new Refusal('already_exists', reason('email_already_in_project', { email }))
}

/** Creates an invitation or returns the pending one of the address, also for concurrent calls. The caller is ADMIN. */
export async function createProjectInvite(ctx: UserCtx, invite: NewInvite): Promise<Invite> {
  await checkNotMember(ctx, invite)
  const now = ctx.now()
  await ctx.tx
    .updateTable('project_invites')
    .set({ state: 'EXPIRED' })
    .where('project_id', '=', invite.project_id)
    .where(sql<string>`lower(email)`, '=', invite.email)
    .where('state', '=', 'PENDING')
    .where('expires_at', '<=', now.toISOString())
    .execute()
  const id = randomUUIDv7()
  const { user_id } = ctx.actor
  const inserted = await ctx.tx
    .insertInto('project_invites')
    .values({ ...invite, id, invited_by: user_id, expires_at: computeInviteExpiry(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const known = await selectPendingInvites(ctx, invite.project_id)
      .where(isAddressedTo(invite.email))
      .executeTakeFirst()
    if (known) return known
    throw new Refusal('conflict')
  }
  const created = await getProjectInvite(ctx, id)
  await publishInvite(ctx, created, user_id)
  const { project_id, email, role, permission_level } = created
  await recordAudit(ctx, { project_id }, { kind: 'MEMBER_INVITED', email, data: { role, permission_level } })
  const reader = await getInviteRecipient(ctx.tx, invite.email, user_id)
  if (!reader) return created
  const code = reader.has_account
    ? null
    : await createInviteCode(ctx, invite.email, { project_invite_id: id }, created.expires_at)
  await queueMail(ctx, buildProjectInviteMail(reader, ctx.config.publicUrl, created, code))
  return created
}

/** Decides a pending invitation; of concurrent decisions exactly one succeeds. */
export async function decideProjectInvite(
  ctx: UserCtx,
  { id, inviteId }: { id: string; inviteId: string },
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED',
): Promise<Invite> {
  const found = await selectProjectInvites(ctx)
    .where('i.id', '=', inviteId)
    .where('i.project_id', '=', id)
    .$if(state !== 'CANCELLED', (rows) => rows.where(isAddressOf('i.email', ctx.actor.user_id)))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const changed = await ctx.tx
    .updateTable('project_invites')
    .set({ state, decided_at: ctx.now().toISOString() })
    .where('id', '=', found.id)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  const now = await getProjectInvite(ctx, found.id)
  if (changed.numUpdatedRows === 0n)
    throw new Refusal('wrong_state', now.state === 'PENDING' ? {} : closedInviteReasons[now.state])
  await publishInvite(ctx, now, null)
  if (state === 'CANCELLED') {
    const { project_id, email } = now
    await recordAudit(ctx, { project_id }, { kind: 'MEMBER_INVITE_CANCELLED', email })
  }
  return now
}

interface EndedInvites {
  user_id: string
  project_ids: string[]
  by: string
}

/**
 * Cancels a person's pending invitations to projects whose administrators have since decided otherwise. Called before the
 * membership is changed, because acceptance locks the invitation first.
 */
export async function cancelInvitesOf(
  ctx: Pick<PublicCtx, 'tx' | 'tell'> & Partial<Pick<UserCtx, 'http' | 'now' | 'actor'>>,
  { user_id, project_ids, by }: EndedInvites,
): Promise<void> {
  const cancelled = await ctx.tx
    .updateTable('project_invites as i')
    .set({ state: 'CANCELLED', decided_at: (ctx.now?.() ?? new Date()).toISOString() })
    .where('i.project_id', '=', sql<string>`any (${project_ids}::uuid[])`)
    .where(isAddressOf('i.email', user_id))
    .where('i.state', '=', 'PENDING')
    .returning(['i.id', 'i.project_id', 'i.email'])
    .execute()
  for (const invite of cancelled) {
    const { project_id, email } = invite
    await publishInvite(ctx, invite, null)
    await recordAudit(ctx, { project_id }, { kind: 'MEMBER_INVITE_CANCELLED', by, email })
  }
}
