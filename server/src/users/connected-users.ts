import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Audience } from '../live/tell.ts'

/** Selects the ids of people who share a company or project with a user, including the user. */
export function selectConnectedUsers(tx: Tx, userId: string) {
  const inTeams = tx
    .selectFrom('team_members as mine')
    .innerJoin('team_members as theirs', 'theirs.team_id', 'mine.team_id')
    .where('mine.user_id', '=', userId)
    .select('theirs.user_id')
  const inProjects = tx
    .selectFrom('project_members as mine')
    .innerJoin('project_members as theirs', 'theirs.project_id', 'mine.project_id')
    .innerJoin('projects', 'projects.id', 'mine.project_id')
    .where('mine.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .select('theirs.user_id')
  // implied administrators and the members of their projects are connected
  const through = (mine: 'admin' | 'member') =>
    tx
      .selectFrom('projects')
      .innerJoin('team_members as admin', 'admin.team_id', 'projects.team_id')
      .innerJoin('project_members as member', 'member.project_id', 'projects.id')
      .where('admin.role', 'in', ['OWNER', 'ADMIN'])
      .where('projects.deleted_at', 'is', null)
      .where(`${mine}.user_id`, '=', userId)
      .select(mine === 'admin' ? 'member.user_id' : 'admin.user_id')
  return inTeams
    .union(inProjects)
    .union(through('admin'))
    .union(through('member'))
    .union(tx.selectFrom('users').where('id', '=', userId).select('id as user_id'))
}

/** Users whose screens show this user: connected people, people who decide on the user's requests, and people they invited. */
export async function getUserAudience(tx: Tx, userId: string): Promise<Audience> {
  const rows = await selectConnectedUsers(tx, userId).execute()
  const { rows: outside } = await sql<{ user_id: string }>`
    select m.user_id from access_requests r join project_members m on m.project_id = r.project_id
      where r.user_id = ${userId} and m.permission_level = 'ADMIN'
    union select m.user_id from access_requests r join projects p on p.id = r.project_id
      join team_members m on m.team_id = p.team_id where r.user_id = ${userId} and m.role in ('OWNER', 'ADMIN')
    union select coalesce(u.merged_into, u.id) from project_invites i join users u on lower(u.email) = lower(i.email)
      where i.invited_by = ${userId}
    union select coalesce(u.merged_into, u.id) from team_invites i join users u on lower(u.email) = lower(i.email)
      where i.invited_by = ${userId}`.execute(tx)
  return { users: [...new Set([...rows, ...outside].map((row) => row.user_id))] }
}

/** SQL on `users`: each of the words is somewhere in the name; without words everybody. */
export function hasNameWords(words: string) {
  const wanted = words.split(/\s+/).filter(Boolean)
  const patterns = wanted.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`users.first_name || ' ' || users.last_name ilike all (${patterns}::text[])`
}
