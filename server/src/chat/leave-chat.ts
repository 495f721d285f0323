import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { lockGroup } from './groups.ts'
import { tellChat } from './tell-chat.ts'
import { listChatMembers } from './visible.ts'

/** Removes the caller from a group; the last member's leaving deletes it with its messages. */
export async function leaveChat(ctx: UserCtx, { params }: Input<typeof api.leaveChat>): Promise<void> {
  const chat = await lockGroup(ctx, params.id)
  const people = await listChatMembers(ctx.tx, chat)
  const { user_id } = ctx.actor
  // no further mails or pushes about messages that they can no longer open
  const read = { kind: 'READ', user_id, position: chat.messages } as const
  if (chat.unread > 0) await tellChat(ctx.tell, chat, [user_id], read)
  await ctx.tx
    .deleteFrom('chat_members')
    .where('chat_id', '=', chat.id)
    .where('user_id', '=', user_id)
    .execute()
  if (people.length === 1) await ctx.tx.deleteFrom('chats').where('id', '=', chat.id).execute()
  await tellChat(ctx.tell, chat, people)
}
