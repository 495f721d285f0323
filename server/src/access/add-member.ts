import type * as api from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { acrossProjects } from '../db/project-scope.ts'
import { Refusal } from '../http/refusal.ts'
import { getCurrentTeam } from '../teams/team-members.ts'
import { selectConnectedUsers } from '../users/connected-users.ts'
import { addProjectMember } from './add-project-member.ts'
import { getProjectMember } from './member-reads.ts'

/** The company that an added person represents: the project's company if they belong to it, else their default one. */
async function findTeamFor(tx: Tx, projectId: string, userId: string): Promise<string | null> {
  const { team_id } = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return getCurrentTeam(tx, userId, team_id)
}

export async function addMember(ctx: ProjectCtx, { body }: Input<typeof api.addMember>) {
  const { project_id } = ctx.member
  const known = await acrossProjects('people are connected by any project that they share', () =>
    selectConnectedUsers(ctx.tx, ctx.actor.user_id).execute(),
  )
  if (!known.some((row) => row.user_id === body.user_id)) throw new Refusal('not_found')
  const team_id = await findTeamFor(ctx.tx, project_id, body.user_id)
  const entry = { ...body, project_id, team_id }
  if (!(await addProjectMember(ctx, entry, { kind: 'ADDED', invited_by: null })))
    throw new Refusal('already_exists', reason('already_member'))
  return getProjectMember(ctx.tx, project_id, body.user_id)
}
