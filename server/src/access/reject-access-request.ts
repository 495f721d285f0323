import type * as api from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { decideAccessRequest, getRequestOfProject, queueDecisionMail } from './access-requests.ts'

export async function rejectAccessRequest(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.rejectAccessRequest>,
) {
  const { id } = await getRequestOfProject(ctx, params.requestId)
  const request = await decideAccessRequest(ctx, id, { state: 'REJECTED', reason: body?.reason ?? '' })
  await queueDecisionMail(ctx, request)
  return request
}
