import type { AccessRequest } from '@plumbline/contract/access/access'
import type { ProjectCtx } from '../context.ts'
import { requestRows } from './requests.ts'

export const listAccessRequests = (ctx: ProjectCtx): Promise<AccessRequest[]> =>
  requestRows(ctx).where('r.project_id', '=', ctx.member.project_id).execute()
