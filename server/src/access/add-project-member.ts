import type { MemberJoined } from '@plumbline/contract/event-causes'
import { isLevelAtLeast, type PermissionLevel, type ProjectRole } from '@plumbline/contract/roles'
import { recordAudit } from '../audit/record-audit.ts'
import type { UserCtx } from '../context.ts'
import { listAdministratorIds } from '../projects/project-roles.ts'
import { lockUsers } from '../teams/team-members.ts'

interface NewMembership {
  project_id: string
  user_id: string
  team_id: string | null
  role: ProjectRole
  permission_level: PermissionLevel
}

/** Approves the pending access request of a user who became a member in another way. */
async function closePendingRequest({ tx, tell, actor, now }: UserCtx, entry: NewMembership) {
  const { project_id, user_id, role, permission_level } = entry
  const decided_by = actor.user_id === user_id ? null : actor.user_id
  const closed = await tx
    .updateTable('access_requests')
    .set({ state: 'APPROVED', role, permission_level, decided_by, decided_at: now().toISOString() })
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) return
  const users = [...new Set([...(await listAdministratorIds(tx, project_id)), user_id])]
  await tell('access.updated', { project_id, data: {}, audience: { users } })
}

/** Adds a member and publishes it; returns false and changes nothing if they are a member already. */
export async function addProjectMember(
  ctx: UserCtx,
  entry: NewMembership,
  how: Omit<MemberJoined, 'by'>,
): Promise<boolean> {
  const { tx, tell, actor } = ctx
  // a request at the same moment is closed below, or finds the member
  await lockUsers(tx, [entry.user_id])
  const inserted = await tx
    .insertInto('project_members')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) return false
  const { project_id, user_id, role, permission_level } = entry
  await closePendingRequest(ctx, entry)
  await tell('member.added', {
    project_id,
    data: { user_id },
    audience: { level: 'VIEWER' },
    cause: { ...how, by: actor.user_id },
  })
  await recordAudit(
    ctx,
    { project_id },
    { kind: 'MEMBER_ADDED', person_id: user_id, data: { role, permission_level } },
  )
  return true
}

/** Raises a member's permission level unless theirs is at least as high. */
export async function raiseLevel(ctx: UserCtx, entry: NewMembership): Promise<void> {
  const { tx, tell } = ctx
  const { project_id, user_id, permission_level } = entry
  const mine = tx
    .selectFrom('project_members')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
  const row = await mine.select('permission_level').forUpdate().executeTakeFirst()
  if (!row || isLevelAtLeast(row.permission_level, permission_level)) return
  await tx
    .updateTable('project_members')
    .set({ permission_level })
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  await tell('member.updated', {
    project_id,
    data: { user_id },
    audience: { level: 'VIEWER' },
    cause: { kind: 'CHANGED' },
  })
  await recordAudit(
    ctx,
    { project_id },
    { kind: 'MEMBER_CHANGED', person_id: user_id, data: { from: row.permission_level, permission_level } },
  )
}
