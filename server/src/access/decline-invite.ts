import type * as api from '@plumbline/contract/access/access'
import type { Input, UserCtx } from '../context.ts'
import { decideProjectInvite } from './project-invites.ts'

export const declineInvite = (ctx: UserCtx, { params }: Input<typeof api.declineInvite>) =>
  decideProjectInvite(ctx, params, 'REJECTED')
