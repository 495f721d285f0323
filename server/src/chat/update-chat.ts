import type * as api from '@plumbline/contract/chat/chat'
import { maxGroupMembers } from '@plumbline/contract/chat/chat'
import { fillSentence } from '@plumbline/contract/sentences'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { holdGroup, tellAll } from './groups.ts'
import { acquaintances } from './open-chat.ts'
import { oneChat } from './reads.ts'
import { chatMembers, type FoundChat } from './visible.ts'

/** Those who come have nothing to catch up with, and may read what was said before. */
async function add(ctx: UserCtx, chat: FoundChat, ids: string[]): Promise<void> {
  const inside = await chatMembers(ctx.tx, chat)
  const coming = (await acquaintances(ctx, ids)).filter((id) => !inside.includes(id))
  if (inside.length + coming.length > maxGroupMembers)
    throw new Refusal('conflict', {
      message: fillSentence('A group has at most {count} people', { count: maxGroupMembers }),
    })
  if (coming.length === 0) return
  const position = chat.messages
  await ctx.tx
    .insertInto('chat_members')
    .values(
      coming.map((user_id) => ({
        chat_id: chat.id,
        user_id,
        delivered_position: position,
        read_position: position,
      })),
    )
    .execute()
}

export async function updateChat(ctx: UserCtx, { params, body }: Input<typeof api.updateChat>) {
  const chat = await holdGroup(ctx, params.id)
  if (body.name !== undefined)
    await ctx.tx.updateTable('chats').set({ name: body.name }).where('id', '=', chat.id).execute()
  if (body.add_member_ids) await add(ctx, chat, body.add_member_ids)
  await tellAll(ctx, chat, await chatMembers(ctx.tx, chat))
  return oneChat(ctx, chat.id)
}
