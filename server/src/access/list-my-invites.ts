import type { Invite } from '@plumbline/contract/access/access'
import type { UserCtx } from '../context.ts'
import { isAddressedTo, selectProjectInvites } from './project-invites.ts'

export const listMyInvites = (ctx: UserCtx): Promise<Invite[]> =>
  selectProjectInvites(ctx).where(isAddressedTo(ctx.actor.email)).limit(1000).execute()
