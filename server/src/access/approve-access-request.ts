import type * as api from '@plumbline/contract/access/access'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getCurrentTeam, lockUsers } from '../teams/team-members.ts'
import { decideAccessRequest, getRequestOfProject, queueDecisionMail } from './access-requests.ts'
import { addProjectMember } from './add-project-member.ts'

/** The member represents the company named in the request if they still belong to it. */
export async function approveAccessRequest(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.approveAccessRequest>,
) {
  const { id, user_id, team_id: requestedTeamId } = await getRequestOfProject(ctx, params.requestId)
  // before the request, as by the deletion of the account
  await lockUsers(ctx.tx, [user_id])
  const request = await decideAccessRequest(ctx, id, { ...body, state: 'APPROVED' })
  const { project_id } = ctx.member
  const team_id = await getCurrentTeam(ctx.tx, user_id, requestedTeamId)
  const entry = { ...body, project_id, user_id, team_id }
  if (!(await addProjectMember(ctx, entry, { kind: 'ADDED', invited_by: null })))
    throw new Refusal('wrong_state', reason('became_member'))
  await queueDecisionMail(ctx, request)
  return request
}
