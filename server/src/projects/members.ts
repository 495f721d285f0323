import type { PermissionLevel } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { ProjectMember } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'

/**
 * Who somebody is in a project: their membership, or ADMIN by being OWNER or ADMIN of the company that owns it. This
 * is the one place that says so; the two queries below read it.
 */
function memberships(tx: Tx, userId: string) {
  const own = tx
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .where('project_members.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .select(['project_members.project_id', 'project_members.team_id', 'project_members.role'])
    .select(['project_members.permission_level', sql<number>`0`.as('implied')])
  const implied = tx
    .selectFrom('team_members')
    .innerJoin('projects', 'projects.team_id', 'team_members.team_id')
    .where('team_members.user_id', '=', userId)
    .where('team_members.role', 'in', ['OWNER', 'ADMIN'])
    .where('projects.deleted_at', 'is', null)
    .select(['projects.id as project_id', 'projects.team_id', sql<ProjectMember['role']>`'OTHER'`.as('role')])
    .select([sql<PermissionLevel>`'ADMIN'`.as('permission_level'), sql<number>`1`.as('implied')])
  return { own, implied }
}

/** The caller as member of a project; null when the project does not exist for the caller. */
export async function findProjectMember(
  tx: Tx,
  userId: string,
  projectId: string,
): Promise<ProjectMember | null> {
  const { own, implied } = memberships(tx, userId)
  const rows = await own
    .where('project_members.project_id', '=', projectId)
    .unionAll(implied.where('projects.id', '=', projectId))
    .execute()
  const member = rows.find((row) => row.implied === 0) ?? rows[0]
  if (!member) return null
  const isAdmin = rows.some((row) => row.implied === 1)
  return {
    project_id: projectId,
    user_id: userId,
    team_id: member.team_id,
    role: member.role,
    permission_level: isAdmin ? 'ADMIN' : member.permission_level,
  }
}

/** Level by project of everything the user may see. */
export async function levelsByProject(db: Db, userId: string): Promise<Map<string, PermissionLevel>> {
  const { own, implied } = memberships(db, userId)
  const rows = await own.unionAll(implied).execute()
  const levels = new Map<string, PermissionLevel>()
  for (const row of rows.sort((a, b) => a.implied - b.implied))
    levels.set(row.project_id, row.permission_level)
  return levels
}
