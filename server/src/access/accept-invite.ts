import type * as api from '@plumbline/contract/access/access'
import type { Invite } from '@plumbline/contract/access/access'
import type { Input, UserCtx } from '../context.ts'
import { lockMemberships } from '../projects/project-roles.ts'
import { getCurrentTeam, lockUsers } from '../teams/team-members.ts'
import { addProjectMember, raiseLevel } from './add-project-member.ts'
import { decideProjectInvite } from './project-invites.ts'

/** An existing member keeps the higher of the two permission levels. */
export async function acceptInvite(
  ctx: UserCtx,
  { params }: Input<typeof api.acceptInvite>,
): Promise<Invite> {
  const { user_id } = ctx.actor
  // before the invitation, as by removals of members and by the deletion of the account
  await lockUsers(ctx.tx, [user_id])
  await lockMemberships(ctx.tx, { project_ids: [params.id], user_ids: [user_id] })
  const invite = await decideProjectInvite(ctx, params, 'APPROVED')
  const { project_id, role, permission_level } = invite
  const team_id = await getCurrentTeam(ctx.tx, user_id, ctx.http.team_id)
  const entry = { project_id, user_id, team_id, role, permission_level }
  const invited_by = invite.invited_by?.id ?? null
  if (!(await addProjectMember(ctx, entry, { kind: 'ACCEPTED', invited_by }))) await raiseLevel(ctx, entry)
  return invite
}
