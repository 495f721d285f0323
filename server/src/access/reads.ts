import type * as api from '@plumbline/contract/access/access'
import type { Invite, Member } from '@plumbline/contract/access/access'
import { sql } from 'kysely'
import type { Input, ProjectCtx, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { personOf } from '../users/person.ts'
import { connectedIds } from '../users/reads.ts'
import { pendingInvites } from './invites.ts'

/** Memberships of a project in the shape of the contract's Member. */
export function memberRows(tx: Tx, projectId: string) {
  return tx
    .selectFrom('project_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .leftJoin('teams', 'teams.id', 'm.team_id')
    .select(['m.user_id', 'm.team_id', 'm.role', 'm.permission_level', 'm.created_at'])
    .select(['teams.name as team_name', 'users.email', personOf('users').as('user')])
    .select([
      sql<'MEMBER'>`'MEMBER'`.as('kind'),
      sql<string | null>`(select max(s.seen_at) from sessions s where s.user_id = m.user_id)`.as(
        'last_seen_at',
      ),
    ])
    .where('m.project_id', '=', projectId)
}

/** Administrators see pending invitations, too, when they ask for them. */
export async function membersOfProject(
  ctx: ProjectCtx,
  { query }: Input<typeof api.listMembers>,
): Promise<(Member | Invite)[]> {
  const members = await memberRows(ctx.tx, ctx.member.project_id)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('m.user_id')
    .limit(2000)
    .execute()
  if (!query.show_invites || ctx.member.permission_level !== 'ADMIN') return members
  return [...members, ...(await pendingInvites(ctx, ctx.member.project_id))]
}

export async function readMember(tx: Tx, projectId: string, userId: string): Promise<Member> {
  const member = await memberRows(tx, projectId).where('m.user_id', '=', userId).executeTakeFirst()
  if (!member) throw new Refusal('not_found')
  return member
}

export const oneMember = (ctx: ProjectCtx, { params }: Input<typeof api.getMember>) =>
  readMember(ctx.tx, ctx.member.project_id, params.userId)

export async function ownMembership({ tx, member }: ProjectCtx) {
  const row = await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', member.project_id)
    .where('user_id', '=', member.user_id)
    .executeTakeFirst()
  return { ...member, is_implied: row === undefined }
}

/** Everybody the caller could add to a project, with the company that is theirs by default. */
export function connectedPeople({ tx, actor }: UserCtx) {
  return tx
    .selectFrom('users')
    .leftJoin('team_members as m', (join) =>
      join.onRef('m.user_id', '=', 'users.id').on('m.is_default', '=', true),
    )
    .leftJoin('teams', 'teams.id', 'm.team_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.picture_id', 'users.email'])
    .select('teams.name as team_name')
    .where('users.id', 'in', connectedIds(tx, actor.user_id))
    .where('users.id', '<>', actor.user_id)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .limit(1000)
    .execute()
}
