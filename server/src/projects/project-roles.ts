import type { PermissionLevel } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { ProjectMember } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'

/** Write block of the company that owns the project. */
const blocksAt = sql<string | null>`(select blocks_at from teams where teams.id = projects.team_id)`.as(
  'blocks_at',
)

/**
 * The only definition of project roles: explicit memberships, and implied ADMIN for the OWNER and ADMINs of the owning
 * company. All queries below use it. Covers either live projects or those in the trash.
 */
function selectMemberships(tx: Tx, where: 'live' | 'trash' = 'live') {
  const state = where === 'live' ? 'is' : 'is not'
  const own = tx
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .where('projects.deleted_at', state, null)
    .select(['project_members.project_id', 'project_members.user_id', 'project_members.team_id'])
    .select(['project_members.role', 'project_members.permission_level', 'projects.status'])
    .select('projects.contributor_issue_scope')
    .select(blocksAt)
    .select(sql<number>`0`.as('implied'))
  const implied = tx
    .selectFrom('team_members')
    .innerJoin('projects', 'projects.team_id', 'team_members.team_id')
    .where('team_members.role', 'in', ['OWNER', 'ADMIN'])
    .where('projects.deleted_at', state, null)
    .select(['projects.id as project_id', 'team_members.user_id', 'projects.team_id'])
    .select([
      sql<ProjectMember['role']>`'OTHER'`.as('role'),
      sql<PermissionLevel>`'ADMIN'`.as('permission_level'),
      'projects.status',
      'projects.contributor_issue_scope',
      blocksAt,
      sql<number>`1`.as('implied'),
    ])
  return { own, implied }
}

type MembershipRow = Omit<ProjectMember, 'archived' | 'is_scoped'> & {
  status: 'ACTIVE' | 'ARCHIVED'
  contributor_issue_scope: 'ALL' | 'OWN_COMPANY'
  implied: number
}

/** One user's access to one project from their one or two rows of `selectMemberships`; null without a row. */
function buildProjectMember(rows: MembershipRow[]): ProjectMember | null {
  const member = rows.find((row) => row.implied === 0) ?? rows[0]
  if (!member) return null
  const isImplied = rows.some((row) => row.implied === 1)
  const { project_id, user_id, team_id, role, permission_level, status, blocks_at } = member
  return {
    project_id,
    user_id,
    team_id,
    role,
    permission_level: isImplied ? 'ADMIN' : permission_level,
    archived: status === 'ARCHIVED',
    blocks_at,
    is_scoped:
      !isImplied && permission_level === 'CONTRIBUTOR' && member.contributor_issue_scope === 'OWN_COMPANY',
  }
}

/** The caller's membership in a project; null if the project is unknown to the caller. */
export async function findProjectMember(
  tx: Tx,
  userId: string,
  projectId: string,
): Promise<ProjectMember | null> {
  const { own, implied } = selectMemberships(tx)
  const rows = await own
    .where('project_members.user_id', '=', userId)
    .where('projects.id', '=', projectId)
    .unionAll(implied.where('team_members.user_id', '=', userId).where('projects.id', '=', projectId))
    .execute()
  return buildProjectMember(rows)
}

/** For each user, the permission level in every visible project. */
export async function getLevelsOfUsers(
  db: Db,
  userIds: string[],
): Promise<Map<string, Map<string, PermissionLevel>>> {
  const { own, implied } = selectMemberships(db)
  const rows = await own
    .where('project_members.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .unionAll(implied.where('team_members.user_id', '=', sql<string>`any(${userIds}::uuid[])`))
    .execute()
  const levels = new Map<string, Map<string, PermissionLevel>>()
  for (const row of rows.sort((a, b) => a.implied - b.implied)) {
    const own = levels.get(row.user_id) ?? new Map<string, PermissionLevel>()
    levels.set(row.user_id, own.set(row.project_id, row.permission_level))
  }
  return levels
}

/** The user's permission level in every visible project. */
export async function getLevelsByProject(db: Db, userId: string): Promise<Map<string, PermissionLevel>> {
  return (await getLevelsOfUsers(db, [userId])).get(userId) ?? new Map()
}

/** Everyone with access to a project, each user once. */
export async function listProjectMembers(tx: Tx, projectId: string): Promise<ProjectMember[]> {
  const { own, implied } = selectMemberships(tx)
  const rows = await own
    .where('projects.id', '=', projectId)
    .unionAll(implied.where('projects.id', '=', projectId))
    .execute()
  return [...Map.groupBy(rows, (row) => row.user_id).values()].flatMap(
    (ofUser) => buildProjectMember(ofUser) ?? [],
  )
}

/** Ids of a project's administrators, explicit and implied. */
export async function listAdministratorIds(tx: Tx, projectId: string): Promise<string[]> {
  const people = await listProjectMembers(tx, projectId)
  return people.filter((row) => row.permission_level === 'ADMIN').map(({ user_id }) => user_id)
}

/** Ids of the projects in the trash that the user administered. */
export async function listAdministeredTrash(tx: Tx, userId: string): Promise<string[]> {
  const { own, implied } = selectMemberships(tx, 'trash')
  const rows = await own
    .where('project_members.user_id', '=', userId)
    .where('project_members.permission_level', '=', 'ADMIN')
    .unionAll(implied.where('team_members.user_id', '=', userId))
    .execute()
  return [...new Set(rows.map((row) => row.project_id))]
}
