import type * as api from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { decideProjectInvite } from './project-invites.ts'

export const cancelInvite = (ctx: ProjectCtx, { params }: Input<typeof api.cancelInvite>) =>
  decideProjectInvite(ctx, params, 'CANCELLED')
