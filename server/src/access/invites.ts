import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/access/access'
import type { Invite } from '@plumbline/contract/access/access'
import { levelAtLeast, projectRoles, suggestedLevel, teamRoleAtLeast } from '@plumbline/contract/roles'
import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Input, ProjectCtx, PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { refuseUnpaid } from '../http/unpaid.ts'
import type { Reaction } from '../live/tell.ts'
import { queueMail } from '../mail/mail.ts'
import { administratorsOf, findProjectMember } from '../projects/members.ts'
import { createTeamInvite, expiryFrom, inviteOver, stateOf } from '../teams/invites.ts'
import { currentTeam, findTeamMember } from '../teams/members.ts'
import { readerOf } from '../users/locale.ts'
import { personOrNull } from '../users/person.ts'
import { joinProject, raiseLevel } from './join.ts'
import { inviteMail } from './mails.ts'

/** Invitations to projects, to an address: seen by its owner and by the project's administrators only. */

export interface Invited {
  invitation_id: string
  user_id: string
}

function inviteRows({ tx, now }: Pick<PublicCtx, 'tx' | 'now'>) {
  return tx
    .selectFrom('project_invites as i')
    .innerJoin('projects', 'projects.id', 'i.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .leftJoin('users as inviter', 'inviter.id', 'i.invited_by')
    .select(['i.id', 'i.project_id', 'i.email', 'i.role', 'i.permission_level', 'i.message'])
    .select(['i.created_at', 'i.expires_at', stateOf('i', now()).as('state')])
    .select(['projects.name as project_name', 'teams.name as team_name'])
    .select([sql<'INVITE'>`'INVITE'`.as('kind'), personOrNull('inviter').as('invited_by')])
    .where('projects.deleted_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
}

const addressedTo = (email: string) => sql<boolean>`lower(i.email) = ${email.toLowerCase()}`

export const projectInvites = (ctx: ProjectCtx): Promise<Invite[]> =>
  inviteRows(ctx).where('i.project_id', '=', ctx.member.project_id).limit(1000).execute()

export const myInvites = (ctx: UserCtx): Promise<Invite[]> =>
  inviteRows(ctx).where(addressedTo(ctx.actor.email)).limit(1000).execute()

export const pendingInvites = (ctx: Pick<PublicCtx, 'tx' | 'now'>, projectId: string): Promise<Invite[]> =>
  inviteRows(ctx)
    .where('i.project_id', '=', projectId)
    .where('i.state', '=', 'PENDING')
    .where('i.expires_at', '>', ctx.now().toISOString())
    .limit(1000)
    .execute()

const readInvite = (ctx: UserCtx, id: string): Promise<Invite> =>
  inviteRows(ctx).where('i.id', '=', id).executeTakeFirstOrThrow()

/** Administrators and the addressee hear of it; `isNew` also notifies the addressee. */
async function tellInvite(ctx: UserCtx, { id, project_id, email }: Invite, isNew: boolean) {
  const addressee = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  const users = await administratorsOf(ctx.tx, project_id)
  const invited: Invited | null = addressee ? { invitation_id: id, user_id: addressee.id } : null
  await ctx.tell('invite.updated', {
    project_id,
    data: {},
    audience: { users: addressee ? [...new Set([...users, addressee.id])] : users },
    facts: { by: ctx.actor.user_id, ...(isNew && invited ? { invited } : {}) },
  })
}

/** Who signs up with an address that was invited is told of it as if the invitation had just come. */
export const announceInvites: Reaction = async (tx, type, { data, facts }, tell) => {
  if (type !== 'user.updated' || typeof facts?.signed_up !== 'string') return
  const { user_id } = data as { user_id: string }
  const invites = await tx
    .selectFrom('project_invites as i')
    .innerJoin('projects', 'projects.id', 'i.project_id')
    .select(['i.id', 'i.project_id', 'i.invited_by'])
    .where(addressedTo(facts.signed_up))
    .where('i.state', '=', 'PENDING')
    .where('i.expires_at', '>', sql<string>`now()`)
    .where('projects.deleted_at', 'is', null)
    .orderBy('i.created_at')
    .limit(100)
    .execute()
  for (const { id, project_id, invited_by } of invites) {
    const invited: Invited = { invitation_id: id, user_id }
    const audience = { users: [user_id] }
    await tell('invite.updated', { project_id, data: {}, audience, facts: { by: invited_by, invited } })
  }
}

type NewInvite = Input<typeof api.createInvite>['body'] & { project_id: string }

async function refuseMember(ctx: UserCtx, { project_id, email }: NewInvite) {
  const member = await ctx.tx
    .selectFrom('project_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select('m.user_id')
    .where('m.project_id', '=', project_id)
    .where(sql<string>`lower(users.email)`, '=', email)
    .executeTakeFirst()
  if (member)
    throw new Refusal('already_exists', {
      message: fill('{email} is already a member of this project.', { email }),
    })
}

/** A pending invitation of the address is answered again; of several at once one is made. The caller is ADMIN. */
async function createProjectInvite(ctx: UserCtx, invite: NewInvite): Promise<Invite> {
  await refuseMember(ctx, invite)
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
    .values({ ...invite, id, invited_by: user_id, expires_at: expiryFrom(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const pending = await pendingInvites(ctx, invite.project_id)
    const known = pending.find((row) => row.email.toLowerCase() === invite.email)
    if (known) return known
    throw new Refusal('conflict')
  }
  const created = await readInvite(ctx, id)
  await tellInvite(ctx, created, true)
  const reader = await readerOf(ctx.tx, invite.email, user_id)
  await queueMail(ctx, inviteMail(reader, ctx.config.publicUrl, created))
  return created
}

export const makeInvite = (ctx: ProjectCtx, { body }: Input<typeof api.createInvite>) =>
  createProjectInvite(ctx, { ...body, project_id: ctx.member.project_id })

const badRole = () => new Refusal('bad_request', { fields: { role: 'Not a role there' } })

export async function makeInviteAnywhere(ctx: UserCtx, { body }: Input<typeof api.inviteAnywhere>) {
  const { project_id, team_id, email } = body
  const { user_id } = ctx.actor
  if (project_id) {
    const member = await findProjectMember(ctx.tx, user_id, project_id)
    if (!member) throw new Refusal('not_found')
    if (!levelAtLeast(member.permission_level, 'ADMIN')) throw new Refusal('forbidden')
    refuseUnpaid(ctx, member.blocks_at)
    const role = body.role === undefined ? 'OTHER' : projectRoles.find((known) => known === body.role)
    if (!role) throw badRole()
    const permission_level = body.permission_level ?? suggestedLevel(role)
    return {
      ...(await createProjectInvite(ctx, { project_id, email, role, permission_level })),
      team_id: null,
    }
  }
  const member = team_id ? await findTeamMember(ctx.tx, user_id, team_id) : null
  if (!member) throw new Refusal('not_found')
  if (!teamRoleAtLeast(member.role, 'ADMIN')) throw new Refusal('forbidden')
  const { role = 'MEMBER' } = body
  if (role !== 'MEMBER' && role !== 'ADMIN') throw badRole()
  return { ...(await createTeamInvite(ctx, member.team_id, { email, role })), project_id: null }
}

/** Moves an invitation on from PENDING: of several at once exactly one does. */
async function decide(
  ctx: UserCtx,
  { id, inviteId }: { id: string; inviteId: string },
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED',
): Promise<Invite> {
  const found = await inviteRows(ctx)
    .where('i.id', '=', inviteId)
    .where('i.project_id', '=', id)
    .$if(state !== 'CANCELLED', (rows) => rows.where(addressedTo(ctx.actor.email)))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const changed = await ctx.tx
    .updateTable('project_invites')
    .set({ state })
    .where('id', '=', found.id)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  const now = await readInvite(ctx, found.id)
  if (changed.numUpdatedRows === 0n)
    throw new Refusal('wrong_state', now.state === 'PENDING' ? {} : { message: inviteOver[now.state] })
  await tellInvite(ctx, now, false)
  return now
}

export const withdrawInvite = (ctx: ProjectCtx, { params }: Input<typeof api.cancelInvite>) =>
  decide(ctx, params, 'CANCELLED')

export const refuseInvite = (ctx: UserCtx, { params }: Input<typeof api.declineInvite>) =>
  decide(ctx, params, 'REJECTED')

/** Whoever is a member already keeps the higher of the two levels. */
export async function joinByInvite(
  ctx: UserCtx,
  { params }: Input<typeof api.acceptInvite>,
): Promise<Invite> {
  const invite = await decide(ctx, params, 'APPROVED')
  const { user_id } = ctx.actor
  const { project_id, role, permission_level } = invite
  const team_id = await currentTeam(ctx.tx, user_id, ctx.http.team_id)
  const entry = { project_id, user_id, team_id, role, permission_level }
  const invited_by = invite.invited_by?.id ?? null
  if (!(await joinProject(ctx, entry, { how: 'ACCEPTED', invited_by }))) await raiseLevel(ctx, entry)
  return invite
}
