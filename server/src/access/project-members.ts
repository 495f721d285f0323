import type { MemberRemoved } from '@plumbline/contract/event-causes'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction, Tell } from '../live/tell.ts'
import { lockProject } from '../projects/levels.ts'

/**
 * Locks the project and checks that changing this membership keeps at least one administrator, also for concurrent
 * changes. `staysAdmin`: the member remains an administrator.
 */
export async function lockProjectMember(ctx: ProjectCtx, userId: string, staysAdmin: boolean) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  const members = ctx.tx.selectFrom('project_members').where('project_id', '=', project_id)
  const member = await members
    .select(['user_id', 'permission_level'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw new Refusal('not_found')
  if (member.permission_level !== 'ADMIN' || staysAdmin) return
  const others = await members
    .select(sql<number>`count(*)::int`.as('count'))
    .where('permission_level', '=', 'ADMIN')
    .where('user_id', '<>', userId)
    .executeTakeFirstOrThrow()
  if (others.count === 0) throw new Refusal('last_administrator')
}

/** Publishes a removal to the remaining members and, separately, to the removed user, who no longer is in the audience. */
export async function publishRemoved(tell: Tell, project_id: string, removed: Omit<MemberRemoved, 'kind'>) {
  const { user_id } = removed
  await tell('member.removed', {
    project_id,
    data: { user_id },
    audience: { level: 'VIEWER' },
    cause: { ...removed, kind: 'REMOVED' },
  })
  await tell('member.removed', {
    project_id,
    data: { user_id },
    audience: { users: [user_id] },
    cause: { kind: 'FAREWELL' },
  })
}

/** Removes a user who left a company from the projects in which they represented it. */
export const removeMembershipsOfTeam: Reaction = async (tx, event, tell) => {
  if (event.type !== 'team.updated' || event.cause.kind !== 'LEFT') return
  const { user_id, by } = event.cause
  const ended = await tx
    .deleteFrom('project_members')
    .where('user_id', '=', user_id)
    .where('team_id', '=', event.data.team_id)
    .returning('project_id')
    .execute()
  for (const { project_id } of ended)
    await publishRemoved(tell, project_id, { user_id, by, reassign_to: null })
}
