import type { AccessRequest } from '@plumbline/contract/access/access'
import type { ProjectCtx } from '../context.ts'
import { selectAccessRequests } from './access-requests.ts'

export const listAccessRequests = (ctx: ProjectCtx): Promise<AccessRequest[]> =>
  selectAccessRequests(ctx).where('r.project_id', '=', ctx.member.project_id).execute()
