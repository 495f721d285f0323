import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { readChat } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { lockChat } from './visible.ts'

/** Mutes a conversation for the caller; the event only goes to their own devices. */
export async function muteChat(ctx: UserCtx, { params, body }: Input<typeof api.muteChat>) {
  const { tx, actor } = ctx
  const chat = await lockChat(ctx, params.id)
  if (chat.is_muted !== body.is_muted) {
    await tx
      .insertInto('chat_members')
      .values({ chat_id: chat.id, user_id: actor.user_id, ...body })
      .onConflict((conflict) => conflict.columns(['chat_id', 'user_id']).doUpdateSet(body))
      .execute()
    await tellChat(ctx.tell, chat, [actor.user_id])
  }
  return readChat(ctx, chat.id)
}
