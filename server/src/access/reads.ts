import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** A person as a JSON object of a query that has `users` in it under this name. */
export const personOf = (users: string) =>
  sql<{ id: string; first_name: string; last_name: string; picture_id: string | null }>`json_build_object(
    'id', ${sql.ref(`${users}.id`)}, 'first_name', ${sql.ref(`${users}.first_name`)},
    'last_name', ${sql.ref(`${users}.last_name`)}, 'picture_id', ${sql.ref(`${users}.picture_id`)})`

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

export function membersOfProject(ctx: ProjectCtx) {
  return memberRows(ctx.tx, ctx.member.project_id)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('m.user_id')
    .limit(2000)
    .execute()
}
