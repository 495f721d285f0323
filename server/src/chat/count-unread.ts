import type { UserCtx } from '../context.ts'
import { countUnreadMessages } from './reads.ts'

export const countUnread = async (ctx: UserCtx) => ({
  unread: await countUnreadMessages(ctx.tx, ctx.actor.user_id),
})
