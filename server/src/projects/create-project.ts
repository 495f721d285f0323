import { randomUUIDv7 } from 'node:crypto'
import type { createProject } from '@plumbline/contract/projects'
import { teamRoleAtLeast } from '@plumbline/contract/roles'
import type { Input, UserCtx } from '../context.ts'
import { json } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readProject } from './reads.ts'

/** The company that gets the project: the one asked for by the header if the caller is in it, else the default. */
async function chooseTeam(ctx: UserCtx) {
  const teams = await ctx.tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_members.team_id', 'team_members.role', 'teams.members_may_create_projects'])
    .where('user_id', '=', ctx.actor.user_id)
    .orderBy('is_default', 'desc')
    .orderBy('team_members.created_at')
    .execute()
  const team = teams.find((row) => row.team_id === ctx.http.team_id) ?? teams[0]
  if (!team)
    throw new Refusal('forbidden', { message: 'Create a company first: projects belong to companies' })
  if (!teamRoleAtLeast(team.role, 'ADMIN') && !team.members_may_create_projects)
    throw new Refusal('forbidden')
  return team.team_id
}

export async function makeProject(ctx: UserCtx, { body }: Input<typeof createProject>) {
  const { user_id } = ctx.actor
  const team_id = await chooseTeam(ctx)
  const id = randomUUIDv7()
  const { base_point, ...fields } = body
  await ctx.tx
    .insertInto('projects')
    .values({ ...fields, id, team_id, base_point: base_point ? json(base_point) : null, created_by: user_id })
    .execute()
  await ctx.tx
    .insertInto('project_members')
    .values({ project_id: id, user_id, team_id, role: 'PROJECT_MANAGER', permission_level: 'ADMIN' })
    .execute()
  await ctx.tell('project.created', { project_id: id, data: {}, audience: { users: [user_id] } })
  return readProject(ctx, id)
}
