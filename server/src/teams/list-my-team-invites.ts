import type { UserCtx } from '../context.ts'
import { isAddressOf } from '../users/merged-people.ts'
import { selectPendingTeamInvites } from './team-invites.ts'

export const listMyTeamInvites = (ctx: UserCtx) =>
  selectPendingTeamInvites(ctx.tx, ctx.now()).where(isAddressOf('i.email', ctx.actor.user_id)).execute()
