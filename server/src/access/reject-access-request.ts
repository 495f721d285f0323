import type * as api from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { decide, findRequest, mailDecision } from './requests.ts'

export async function rejectAccessRequest(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.rejectAccessRequest>,
) {
  const { id } = await findRequest(ctx, params.requestId)
  const request = await decide(ctx, id, { state: 'REJECTED', reason: body?.reason ?? '' })
  await mailDecision(ctx, request)
  return request
}
