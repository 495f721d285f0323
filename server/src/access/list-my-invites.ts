import type { Invite } from '@plumbline/contract/access/access'
import type { UserCtx } from '../context.ts'
import { isAddressOf } from '../users/merged-people.ts'
import { selectProjectInvites } from './project-invites.ts'

export const listMyInvites = (ctx: UserCtx): Promise<Invite[]> =>
  selectProjectInvites(ctx).where(isAddressOf('i.email', ctx.actor.user_id)).limit(1000).execute()
