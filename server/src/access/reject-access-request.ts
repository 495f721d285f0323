import type * as api from '@plumbline/contract/access/access'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { decideAccessRequest, getRequestOfProject, queueDecisionMail } from './access-requests.ts'

export async function rejectAccessRequest(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.rejectAccessRequest>,
) {
  const { id, user_id } = await getRequestOfProject(ctx, params.requestId)
  const request = await decideAccessRequest(ctx, id, { state: 'REJECTED', reason: body?.reason ?? '' })
  await queueDecisionMail(ctx, request)
  const { project_id } = ctx.member
  await recordAudit(ctx, { project_id }, { kind: 'REQUEST_REJECTED', person_id: user_id })
  return request
}
