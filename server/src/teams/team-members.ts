import type { EventCauses } from '@plumbline/contract/event-causes'
import { sql } from 'kysely'
import type { PublicCtx, TeamCaller } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { selectConnectedUsers } from '../users/connected-users.ts'

/** The caller's membership in a company; null if the company is unknown to the caller. */
export async function findTeamMember(tx: Tx, userId: string, teamId: string): Promise<TeamCaller | null> {
  const row = await tx
    .selectFrom('team_members as m')
    .innerJoin('teams', 'teams.id', 'm.team_id')
    .select(['m.team_id', 'm.user_id', 'm.role', 'teams.blocks_at'])
    .where('m.team_id', '=', teamId)
    .where('m.user_id', '=', userId)
    .where('teams.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function listTeamMemberIds(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx.selectFrom('team_members').select('user_id').where('team_id', '=', teamId).execute()
  return rows.map((row) => row.user_id)
}

/** Publishes a change of a company to its members and to `others`. */
export async function publishTeamUpdated(
  { tx, tell }: Pick<PublicCtx, 'tx' | 'tell'>,
  teamId: string,
  {
    others = [],
    cause = { kind: 'CHANGED' },
  }: { others?: string[]; cause?: EventCauses['team.updated'] } = {},
): Promise<void> {
  const users = [...new Set([...(await listTeamMemberIds(tx, teamId)), ...others])]
  await tell('team.updated', {
    project_id: null,
    data: { team_id: teamId },
    audience: { users },
    cause,
  })
}

/** Users whose screens show the company's name: in projects, member lists, requests or invitations. */
export async function listTeamNameReaders(tx: Tx, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with shown as (
      select id from projects where team_id = ${teamId}
      union select project_id from project_members where team_id = ${teamId})
    select user_id from project_members where project_id in (select id from shown)
    union select m.user_id from team_members m join projects p on p.team_id = m.team_id
      where p.id in (select id from shown)
    union select user_id from access_requests where project_id in (select id from shown)
    union select coalesce(u.merged_into, u.id) from users u join project_invites i on lower(i.email) = lower(u.email)
      where i.project_id in (select id from shown)
    union select coalesce(u.merged_into, u.id) from users u join team_invites i on lower(i.email) = lower(u.email)
      where i.team_id = ${teamId}`.execute(tx)
  return rows.map((row) => row.user_id)
}

/** Users who are connected to these people and see their default company. */
export async function listAcquaintances(tx: Tx, userIds: string[]): Promise<string[]> {
  const known = new Set<string>()
  for (const id of userIds)
    for (const row of await selectConnectedUsers(tx, id).execute()) known.add(row.user_id)
  return [...known]
}

/** Locks users, so that concurrent writes of their memberships, defaults and requests see each other. */
export async function lockUsers(tx: Tx, userIds: string[]) {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Adds a user to a company; their first company becomes the default. */
export async function addToTeam(
  tx: Tx,
  { team_id, user_id, role }: Omit<TeamCaller, 'blocks_at'>,
): Promise<void> {
  await lockUsers(tx, [user_id])
  await tx
    .insertInto('team_members')
    .values({
      team_id,
      user_id,
      role,
      is_default: sql`not exists (select from team_members d where d.user_id = ${user_id} and d.is_default)`,
    })
    .execute()
}

/** Removes users from a company; a lost default is replaced by the company they joined first. */
export async function removeFromTeam(tx: Tx, teamId: string, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  await lockUsers(tx, userIds)
  await tx.deleteFrom('team_members').where('team_id', '=', teamId).where('user_id', 'in', userIds).execute()
  await sql`update team_members set is_default = true where (user_id, team_id) in (
    select distinct on (m.user_id) m.user_id, m.team_id from team_members m
    where m.user_id = any(${userIds}::uuid[])
      and not exists (select from team_members d where d.user_id = m.user_id and d.is_default)
    order by m.user_id, m.created_at, m.team_id)`.execute(tx)
}

/** The company a user acts for: the preferred one if they belong to it, else their default; null without a company. */
export async function getCurrentTeam(
  tx: Tx,
  userId: string,
  preferredId: string | null,
): Promise<string | null> {
  const rows = await tx
    .selectFrom('team_members')
    .select(['team_id', 'is_default'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = rows.find((row) => row.team_id === preferredId) ?? rows.find((row) => row.is_default)
  return chosen?.team_id ?? null
}
