import type * as api from '@plumbline/contract/access/access'
import { levelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction, Tell } from '../live/tell.ts'
import { lockProject } from '../projects/levels.ts'
import { findProjectMember } from '../projects/members.ts'
import type { StandingLost } from '../teams/change-member.ts'
import { currentTeam } from '../teams/members.ts'
import { connectedIds } from '../users/reads.ts'
import { joinProject } from './join.ts'
import { readMember } from './reads.ts'

/** What issues and notifications must know of somebody who is no longer in a project. */
export interface MemberRemoved {
  user_id: string
  by: string
  /** who gets the open issues; nobody when null */
  reassign_to: string | null
}

/** The company for which an added person works in a project: its owner if they are in it, else their default one. */
async function teamFor(tx: Tx, projectId: string, userId: string): Promise<string | null> {
  const { team_id } = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return currentTeam(tx, userId, team_id)
}

export async function takeMember(ctx: ProjectCtx, { body }: Input<typeof api.addMember>) {
  const { project_id } = ctx.member
  const known = await connectedIds(ctx.tx, ctx.actor.user_id).execute()
  if (!known.some((row) => row.user_id === body.user_id)) throw new Refusal('not_found')
  const team_id = await teamFor(ctx.tx, project_id, body.user_id)
  const entry = { ...body, project_id, team_id }
  if (!(await joinProject(ctx, entry, { how: 'ADDED', invited_by: null })))
    throw new Refusal('already_exists', { message: 'This person is a member already.' })
  return readMember(ctx.tx, project_id, body.user_id)
}

/**
 * A membership that is about to be changed, under the project's lock: who of the last two administrators goes first
 * is settled there. `staysAdmin` says whether it will be one that counts.
 */
async function lockMember(ctx: ProjectCtx, userId: string, staysAdmin: boolean) {
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

export async function changeMember(ctx: ProjectCtx, { params, body }: Input<typeof api.updateMember>) {
  const { project_id } = ctx.member
  const user_id = params.userId
  await lockMember(ctx, user_id, body.permission_level === 'ADMIN')
  await ctx.tx
    .updateTable('project_members')
    .set(body)
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  await ctx.tell('member.updated', { project_id, data: { user_id }, audience: { level: 'VIEWER' } })
  return readMember(ctx.tx, project_id, user_id)
}

/** Those who stay hear it as members; the one who goes by name, because they are none any more. */
export async function tellRemoved(tell: Tell, project_id: string, removed: MemberRemoved) {
  const told = { project_id, data: { user_id: removed.user_id } }
  const facts = { by: removed.by, removed }
  await tell('member.removed', { ...told, audience: { level: 'VIEWER' }, facts })
  await tell('member.removed', { ...told, audience: { users: [removed.user_id] } })
}

async function checkSuccessor(ctx: ProjectCtx, userId: string, leaving: string) {
  const member = await findProjectMember(ctx.tx, userId, ctx.member.project_id)
  if (userId !== leaving && member && levelAtLeast(member.permission_level, 'CONTRIBUTOR')) return
  const message = 'Only another member who may work on issues can take them over'
  throw new Refusal('bad_request', { message, fields: { reassign_to: message } })
}

export async function dropMember(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.removeMember>,
): Promise<void> {
  const { project_id, user_id: by, permission_level } = ctx.member
  const user_id = params.userId
  if (user_id !== by && permission_level !== 'ADMIN') throw new Refusal('forbidden')
  await lockMember(ctx, user_id, false)
  if (query.reassign_to) await checkSuccessor(ctx, query.reassign_to, user_id)
  await ctx.tx
    .deleteFrom('project_members')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  await tellRemoved(ctx.tell, project_id, { user_id, by, reassign_to: query.reassign_to ?? null })
}

/** Who leaves a company leaves the projects in which they worked for it. */
export const endMemberships: Reaction = async (tx, type, { data, facts }, tell) => {
  const lost = facts?.lost as StandingLost | undefined
  if (type !== 'team.updated' || !lost?.has_left) return
  const { user_id, by } = lost
  const ended = await tx
    .deleteFrom('project_members')
    .where('user_id', '=', user_id)
    .where('team_id', '=', (data as { team_id: string }).team_id)
    .returning('project_id')
    .execute()
  for (const { project_id } of ended) await tellRemoved(tell, project_id, { user_id, by, reassign_to: null })
}
