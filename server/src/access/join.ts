import { levelAtLeast, type PermissionLevel, type ProjectRole } from '@plumbline/contract/roles'
import type { UserCtx } from '../context.ts'

/** How somebody comes into a project; what notifications need to know of it. */
export interface Joined {
  user_id: string
  /** let in by an administrator, or by accepting an invitation of this person */
  how: 'ADDED' | 'ACCEPTED'
  invited_by: string | null
}

interface Entry {
  project_id: string
  user_id: string
  team_id: string | null
  role: ProjectRole
  permission_level: PermissionLevel
}

/** Makes somebody a member and says so; false, and nothing is changed, when they are one. */
export async function joinProject(
  { tx, tell, actor }: UserCtx,
  entry: Entry,
  how: Omit<Joined, 'user_id'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('project_members')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) return false
  const { project_id, user_id } = entry
  const joined: Joined = { ...how, user_id }
  await tell('member.added', {
    project_id,
    data: { user_id },
    audience: { level: 'VIEWER' },
    facts: { by: actor.user_id, joined },
  })
  return true
}

/** Gives a member a level unless theirs is as high. */
export async function raiseLevel(
  { tx, tell }: UserCtx,
  { project_id, user_id, permission_level }: Entry,
): Promise<void> {
  const mine = tx
    .selectFrom('project_members')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
  const row = await mine.select('permission_level').forUpdate().executeTakeFirst()
  if (!row || levelAtLeast(row.permission_level, permission_level)) return
  await tx
    .updateTable('project_members')
    .set({ permission_level })
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  await tell('member.updated', { project_id, data: { user_id }, audience: { level: 'VIEWER' } })
}
