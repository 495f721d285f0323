import type { Invite } from '@plumbline/contract/access/access'
import type { UserCtx } from '../context.ts'
import { addressedTo, inviteRows } from './invites.ts'

export const listMyInvites = (ctx: UserCtx): Promise<Invite[]> =>
  inviteRows(ctx).where(addressedTo(ctx.actor.email)).limit(1000).execute()
