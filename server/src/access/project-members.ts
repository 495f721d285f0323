import type { MemberRemoved } from '@plumbline/contract/event-causes'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { ProjectCtx, PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { lockProject } from '../projects/levels.ts'
import { findProjectMember, lockMemberships } from '../projects/project-roles.ts'
import { cancelInvitesOf } from './project-invites.ts'

interface MemberLock {
  /** the member remains an administrator */
  staysAdmin: boolean
  /** takes over the member's issues */
  successor?: string | undefined
}

/**
 * Locks the membership and the project, and checks that changing it keeps at least one administrator, also for concurrent
 * changes. The membership is first, because an issue created for the member holds it and then waits for the project.
 */
export async function lockProjectMember(
  ctx: ProjectCtx,
  userId: string,
  { staysAdmin, successor = userId }: MemberLock,
) {
  const { project_id } = ctx.member
  await lockMemberships(ctx.tx, { project_ids: [project_id], user_ids: [userId, successor] })
  await lockProject(ctx, project_id)
  const members = ctx.tx.selectFrom('project_members').where('project_id', '=', project_id)
  const member = await members
    .select(['user_id', 'role', 'permission_level'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw new Refusal('not_found')
  if (member.permission_level !== 'ADMIN' || staysAdmin) return member
  const others = await members
    .select(sql<number>`count(*)::int`.as('count'))
    .where('permission_level', '=', 'ADMIN')
    .where('user_id', '<>', userId)
    .executeTakeFirstOrThrow()
  if (others.count === 0) throw new Refusal('last_administrator')
  return member
}

/** Rereads the caller's level under the project's lock, since it may have changed after the access check. */
export async function checkStillAdministers({ tx, member }: ProjectCtx): Promise<void> {
  const caller = await findProjectMember(tx, member.user_id, member.project_id)
  if (!caller) throw new Refusal('not_found')
  if (caller.permission_level !== 'ADMIN') throw new Refusal('forbidden')
}

/** Records a removal, and publishes it to the remaining members and, separately, to the removed user, who no longer is in the audience. */
export async function publishRemoved(
  ctx: Pick<PublicCtx, 'tx' | 'tell'> & Partial<Pick<UserCtx, 'http' | 'now' | 'actor'>>,
  project_id: string,
  removed: Omit<MemberRemoved, 'kind'>,
) {
  const { tell } = ctx
  const { user_id, by } = removed
  await recordAudit(ctx, { project_id }, { kind: 'MEMBER_REMOVED', by, person_id: user_id })
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
  const theirs = await tx
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', user_id)
    .where('team_id', '=', event.data.team_id)
    .orderBy('project_id')
    .forUpdate()
    .execute()
  await cancelInvitesOf({ tx, tell }, { user_id, project_ids: theirs.map((row) => row.project_id), by })
  const ended = await tx
    .deleteFrom('project_members')
    .where('user_id', '=', user_id)
    .where('team_id', '=', event.data.team_id)
    .returning('project_id')
    .execute()
  for (const { project_id } of ended)
    await publishRemoved({ tx, tell }, project_id, { user_id, by, reassign_to: null })
}
