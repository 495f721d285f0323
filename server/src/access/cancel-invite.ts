import type * as api from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { decide } from './invites.ts'

export const cancelInvite = (ctx: ProjectCtx, { params }: Input<typeof api.cancelInvite>) =>
  decide(ctx, params, 'CANCELLED')
