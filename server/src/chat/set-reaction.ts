import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { lockMessage } from './find-message.ts'
import { readMessage } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { listChatMembers } from './visible.ts'

/** Sets or removes the caller's reaction; others get an event only if that changes anything. */
export async function setReaction(ctx: UserCtx, { params, body }: Input<typeof api.setReaction>) {
  const { chat, message } = await lockMessage(ctx, params)
  const row = { message_id: message.id, user_id: ctx.actor.user_id, reaction: body.reaction }
  const changed = body.is_set
    ? await ctx.tx
        .insertInto('chat_reactions')
        .values({ ...row, created_at: ctx.now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('reaction')
        .execute()
    : await ctx.tx
        .deleteFrom('chat_reactions')
        .where('message_id', '=', row.message_id)
        .where('user_id', '=', row.user_id)
        .where('reaction', '=', row.reaction)
        .returning('reaction')
        .execute()
  if (changed.length > 0) await tellChat(ctx.tell, chat, await listChatMembers(ctx.tx, chat))
  return readMessage(ctx.tx, message.id)
}
