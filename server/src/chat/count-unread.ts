import type { UserCtx } from '../context.ts'
import { unreadMessages } from './reads.ts'

export const countUnread = async (ctx: UserCtx) => ({
  unread: await unreadMessages(ctx.tx, ctx.actor.user_id),
})
