import { reason } from '@plumbline/contract/reasons'
import { isTeamRoleAtLeast } from '@plumbline/contract/roles'
import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * The company for a new project: the one in the header if the caller belongs to it, else the default. A key-share lock
 * prevents that it is closed before the project exists.
 */
export async function chooseTeam(ctx: UserCtx): Promise<string> {
  const teams = await ctx.tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_members.team_id', 'team_members.role', 'teams.members_may_create_projects'])
    .where('user_id', '=', ctx.actor.user_id)
    .where('teams.deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('team_members.created_at')
    .forKeyShare('teams')
    .execute()
  const team = teams.find((row) => row.team_id === ctx.http.team_id) ?? teams[0]
  if (!team) throw new Refusal('forbidden', reason('no_company'))
  if (!isTeamRoleAtLeast(team.role, 'ADMIN') && !team.members_may_create_projects)
    throw new Refusal('forbidden', reason('company_admins_create_projects'))
  return team.team_id
}
