import type * as api from '@plumbline/contract/projects/projects'
import { demandProject } from '../billing/limits.ts'
import type { Input, ProjectCtx, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction, Tell } from '../live/tell.ts'
import type { TeamClosed } from '../teams/close-team.ts'
import { tellTeam } from '../teams/members.ts'
import { audienceOfProject } from './audience.ts'
import { chooseTeam } from './choose-team.ts'
import { administeredTrash, findProjectMember } from './members.ts'
import { readProject } from './reads.ts'

/** A deleted project is gone at once for everybody, and can be brought back by its administrators for a while. */

const KEPT_MS = 30 * 24 * 3600 * 1000

/** Projects that were deleted before this are beyond recall. */
export const trashLimit = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString()

async function putIntoTrash(tx: Tx, tell: Tell, projectId: string, { by, by_name, at }: TeamClosed) {
  const audience = await audienceOfProject(tx, projectId)
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ deleted_at: at, deleted_by_name: by_name })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  await tell('project.deleted', { project_id: projectId, data: {}, audience, facts: { by } })
}

export async function removeProject(ctx: ProjectCtx, _input: Input<typeof api.deleteProject>): Promise<void> {
  const { user_id, first_name, last_name } = ctx.actor
  const by_name = `${first_name} ${last_name}`.trim()
  const { project_id } = ctx.member
  await putIntoTrash(ctx.tx, ctx.tell, project_id, { by: user_id, by_name, at: ctx.now().toISOString() })
  await tellTeam(ctx, await teamOf(ctx.tx, project_id))
}

async function teamOf(tx: Tx, projectId: string): Promise<string> {
  const { team_id } = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return team_id
}

/**
 * A closed company's projects go to the trash. Those who administered them through the company become their
 * administrators in person, so that they can restore them.
 */
export const trashOfClosedTeam: Reaction = async (tx, type, { data, facts }, tell) => {
  const closed = facts?.closed as TeamClosed | undefined
  if (type !== 'team.updated' || !closed) return
  const { team_id } = data as { team_id: string }
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'deleted_at'])
    .where('team_id', '=', team_id)
    .execute()
  for (const { id, deleted_at } of projects) {
    if (deleted_at === null) await putIntoTrash(tx, tell, id, closed)
    await tx
      .insertInto('project_members')
      .columns(['project_id', 'user_id', 'role', 'permission_level'])
      .expression((eb) =>
        eb
          .selectFrom('team_members')
          .select((s) => [s.val(id).as('project_id'), 'user_id', s.val('OTHER').as('role')])
          .select((s) => s.val('ADMIN').as('permission_level'))
          .where('team_id', '=', team_id)
          .where('role', 'in', ['OWNER', 'ADMIN']),
      )
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'user_id']).doUpdateSet({ permission_level: 'ADMIN' }),
      )
      .execute()
  }
}

export async function deletedProjects(ctx: UserCtx) {
  const ids = await administeredTrash(ctx.tx, ctx.actor.user_id)
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.id', 'projects.name', 'projects.deleted_at', 'projects.deleted_by_name'])
    .select('teams.name as team_name')
    .where('projects.id', 'in', ids)
    .where('projects.deleted_at', '>', trashLimit(ctx.now()))
    .orderBy('projects.deleted_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => {
    const deleted_at = row.deleted_at ?? ''
    const purged_at = new Date(new Date(deleted_at).getTime() + KEPT_MS).toISOString()
    return { ...row, deleted_at, purged_at }
  })
}

async function isActive(tx: Tx, projectId: string): Promise<boolean> {
  const { status } = await tx
    .selectFrom('projects')
    .select('status')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return status === 'ACTIVE'
}

/** The company that has the project again: its own, or the caller's when that was closed. */
async function homeOf(ctx: UserCtx, teamId: string): Promise<string> {
  const open = await ctx.tx
    .selectFrom('teams')
    .select('id')
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return open?.id ?? chooseTeam(ctx)
}

export async function recoverProject(
  ctx: UserCtx,
  { params: { projectId } }: Input<typeof api.restoreProject>,
) {
  const { user_id } = ctx.actor
  const mine = await administeredTrash(ctx.tx, user_id)
  if (!mine.includes(projectId)) {
    const member = await findProjectMember(ctx.tx, user_id, projectId)
    if (member?.permission_level !== 'ADMIN') throw new Refusal('not_found')
    throw new Refusal('wrong_state', { message: 'This project is not in the trash.' })
  }
  const team_id = await homeOf(ctx, await teamOf(ctx.tx, projectId))
  if (await isActive(ctx.tx, projectId)) await demandProject(ctx, team_id)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('projects')
    .set({ deleted_at: null, deleted_by_name: null, team_id })
    .where('id', '=', projectId)
    .where('deleted_at', '>', trashLimit(ctx.now()))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  const audience = await audienceOfProject(ctx.tx, projectId)
  await ctx.tell('project.created', { project_id: projectId, data: {}, audience })
  await tellTeam(ctx, team_id)
  return readProject(ctx, projectId)
}
