import { randomUUIDv7 } from 'node:crypto'
import type { sendMessage, updateMessageStatus } from '@plumbline/contract/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { findChat, messageRows } from './reads.ts'
import { chatMembers } from './visible.ts'

const readMessage = (ctx: UserCtx, id: string) =>
  messageRows(ctx.tx).where('m.id', '=', id).executeTakeFirstOrThrow()

/** The next position is taken under the conversation's row lock, so positions follow created_at. */
export async function postMessage(ctx: UserCtx, { params, body }: Input<typeof sendMessage>) {
  const chat = await findChat(ctx, params.id)
  if (chat.kind === 'PROJECT' && chat.permission_level === 'VIEWER') throw new Refusal('forbidden')
  if (chat.status === 'ARCHIVED') throw new Refusal('archived')
  const { message_count: position } = await ctx.tx
    .updateTable('chats')
    .set({ message_count: sql`message_count + 1` })
    .where('id', '=', chat.id)
    .returning('message_count')
    .executeTakeFirstOrThrow()
  const id = randomUUIDv7()
  const { user_id } = ctx.actor
  await ctx.tx
    .insertInto('chat_messages')
    .values({
      id,
      chat_id: chat.id,
      position,
      user_id,
      message: body.message,
      created_at: sql`clock_timestamp()`,
    })
    .execute()
  await advance(ctx, chat.id, position, 'READ')
  await ctx.tell('chat.message', {
    project_id: chat.project_id,
    data: { chat_id: chat.id, message_id: id },
    audience: { users: await chatMembers(ctx.tx, chat) },
    facts: { by: user_id },
  })
  return readMessage(ctx, id)
}

/** Moves the reader forward in a conversation, never back. */
async function advance(ctx: UserCtx, chat_id: string, position: number, status: 'DELIVERED' | 'READ') {
  const read_position = status === 'READ' ? position : 0
  await ctx.tx
    .insertInto('chat_members')
    .values({ chat_id, user_id: ctx.actor.user_id, delivered_position: position, read_position })
    .onConflict((conflict) =>
      conflict.columns(['chat_id', 'user_id']).doUpdateSet({
        delivered_position: sql`greatest(chat_members.delivered_position, excluded.delivered_position)`,
        read_position: sql`greatest(chat_members.read_position, excluded.read_position)`,
      }),
    )
    .execute()
}

export async function changeMessageStatus(ctx: UserCtx, { params, body }: Input<typeof updateMessageStatus>) {
  const chat = await findChat(ctx, params.id)
  const message = await ctx.tx
    .selectFrom('chat_messages')
    .select(['id', 'position', 'user_id'])
    .where('id', '=', params.messageId)
    .where('chat_id', '=', chat.id)
    .executeTakeFirst()
  if (!message) throw new Refusal('not_found')
  if (body.status === 'DELETED') {
    if (message.user_id !== ctx.actor.user_id) throw new Refusal('forbidden')
    if (chat.status === 'ARCHIVED') throw new Refusal('archived')
    await ctx.tx
      .updateTable('chat_messages')
      .set({ is_deleted: true, message: '' })
      .where('id', '=', message.id)
      .execute()
  } else await advance(ctx, chat.id, message.position, body.status)
  const audience = { users: await chatMembers(ctx.tx, chat) }
  await ctx.tell('chat.updated', { project_id: chat.project_id, data: { chat_id: chat.id }, audience })
  return readMessage(ctx, message.id)
}

/** Every project has its conversation from the start. */
export const openProjectChat: Reaction = async (tx, type, told) => {
  if (type !== 'project.created' || !told.project_id) return
  await tx
    .insertInto('chats')
    .values({ id: randomUUIDv7(), kind: 'PROJECT', project_id: told.project_id })
    // a restored project has its own still
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
}
