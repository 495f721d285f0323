import type * as api from '@plumbline/contract/chat/chat'
import { maxGroupMembers } from '@plumbline/contract/chat/chat'
import { reason } from '@plumbline/contract/reasons'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockGroup } from './groups.ts'
import { checkAcquaintances } from './open-chat.ts'
import { readChat } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { type FoundChat, listChatMembers } from './visible.ts'

/** Adds members, who may read all earlier messages and start with none unread. */
async function addMembers(ctx: UserCtx, chat: FoundChat, ids: string[]): Promise<void> {
  const members = await listChatMembers(ctx.tx, chat)
  const added = (await checkAcquaintances(ctx, ids)).filter((id) => !members.includes(id))
  if (members.length + added.length > maxGroupMembers)
    throw new Refusal('conflict', reason('too_many_people', { count: maxGroupMembers }))
  if (added.length === 0) return
  const position = chat.messages
  await ctx.tx
    .insertInto('chat_members')
    .values(
      added.map((user_id) => ({
        chat_id: chat.id,
        user_id,
        delivered_position: position,
        read_position: position,
      })),
    )
    .execute()
}

export async function updateChat(ctx: UserCtx, { params, body }: Input<typeof api.updateChat>) {
  const chat = await lockGroup(ctx, params.id)
  if (body.name !== undefined)
    await ctx.tx.updateTable('chats').set({ name: body.name }).where('id', '=', chat.id).execute()
  if (body.add_member_ids) await addMembers(ctx, chat, body.add_member_ids)
  await tellChat(ctx.tell, chat, await listChatMembers(ctx.tx, chat))
  return readChat(ctx, chat.id)
}
