import type { listUsers } from '@plumbline/contract/users'
import * as z from 'zod/mini'
import type { Input, UserCtx } from '../context.ts'

/** People who share a team or project with the caller, the caller included: there is no global directory. */
export async function connectedUsers(ctx: UserCtx, { query }: Input<typeof listUsers>) {
  const me = ctx.actor.user_id
  const ids = query.ids?.split(',').filter((id) => z.safeParse(z.uuid(), id).success)
  if (ids?.length === 0) return []
  const inTeams = ctx.tx
    .selectFrom('team_members as mine')
    .innerJoin('team_members as theirs', 'theirs.team_id', 'mine.team_id')
    .where('mine.user_id', '=', me)
    .select('theirs.user_id')
  const inProjects = ctx.tx
    .selectFrom('project_members as mine')
    .innerJoin('project_members as theirs', 'theirs.project_id', 'mine.project_id')
    .innerJoin('projects', 'projects.id', 'mine.project_id')
    .where('mine.user_id', '=', me)
    .where('projects.deleted_at', 'is', null)
    .select('theirs.user_id')
  return ctx.tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'picture_id'])
    .where((eb) => eb.or([eb('id', '=', me), eb('id', 'in', inTeams), eb('id', 'in', inProjects)]))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(1000)
    .execute()
}
