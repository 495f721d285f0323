import type * as api from '@plumbline/contract/access/access'
import type { Input, UserCtx } from '../context.ts'
import { decide } from './invites.ts'

export const declineInvite = (ctx: UserCtx, { params }: Input<typeof api.declineInvite>) =>
  decide(ctx, params, 'REJECTED')
