import type { MemberRemoved } from '@plumbline/contract/event-causes'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction, Tell } from '../live/tell.ts'
import { lockProject } from '../projects/levels.ts'

/**
 * A membership that is about to be changed, under the project's lock: who of the last two administrators goes first
 * is settled there. `staysAdmin` says whether it will be one that counts.
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

/** Those who stay hear it as members; the one who goes by name, because they are none any more. */
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

/** Who leaves a company leaves the projects in which they worked for it. */
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
