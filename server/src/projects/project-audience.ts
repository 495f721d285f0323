import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Audience } from '../live/tell.ts'
import { listProjectMembers } from './project-roles.ts'

/** Non-members whose screens name the project: invited users and users who requested access. */
export async function listBystanders(tx: Tx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select coalesce(u.merged_into, u.id) as user_id from project_invites i join users u on lower(u.email) = lower(i.email)
      where i.project_id = ${projectId}
    union select user_id from access_requests where project_id = ${projectId}`.execute(tx)
  return rows.map((row) => row.user_id)
}

/** Audience of the creation or deletion of a project; call it while the project is not in the trash. */
export async function getProjectAudience(tx: Tx, projectId: string): Promise<Audience> {
  const people = (await listProjectMembers(tx, projectId)).map((row) => row.user_id)
  return { users: [...new Set([...people, ...(await listBystanders(tx, projectId))])] }
}
