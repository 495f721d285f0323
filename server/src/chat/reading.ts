import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import type { Reaction } from '../live/tell.ts'
import { reachedIn } from './reads.ts'
import { chatMembers, type FoundChat } from './visible.ts'

/** How far people have come in conversations: forward only. */

/** What a reader has come to: `read` among the facts of chat.updated. */
export interface ReadFact {
  chat_id: string
  user_id: string
  position: number
}

async function move({ tx, actor }: UserCtx, chat_id: string, position: number, read: boolean) {
  await tx
    .insertInto('chat_members')
    .values({
      chat_id,
      user_id: actor.user_id,
      delivered_position: position,
      read_position: read ? position : 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['chat_id', 'user_id']).doUpdateSet({
        delivered_position: sql`greatest(chat_members.delivered_position, excluded.delivered_position)`,
        read_position: sql`greatest(chat_members.read_position, excluded.read_position)`,
      }),
    )
    .execute()
}

/** Moves the reader of a conversation that is held. The others are told only when the last of them has come so far. */
export async function advance(
  ctx: UserCtx,
  chat: FoundChat,
  position: number,
  status: 'DELIVERED' | 'READ',
): Promise<void> {
  const before = (await reachedIn(ctx.tx, [chat.id])).get(chat.id)
  await move(ctx, chat.id, position, status === 'READ')
  const after = (await reachedIn(ctx.tx, [chat.id])).get(chat.id)
  const all = before?.read !== after?.read || before?.delivered !== after?.delivered
  const own = status === 'READ' && chat.unread > 0 && position > chat.read_position
  if (!all && !own) return
  const { user_id } = ctx.actor
  const read: ReadFact = { chat_id: chat.id, user_id, position }
  await ctx.tell('chat.updated', {
    project_id: chat.project_id,
    data: { chat_id: chat.id },
    audience: { users: all ? await chatMembers(ctx.tx, chat) : [user_id] },
    facts: own ? { read } : {},
  })
}

/**
 * Whoever comes into a project has nothing to catch up with: what was said before may be read and does not count. When
 * somebody goes, the others may all have read what that one had not.
 */
export const seatMembers: Reaction = async (tx, type, told, tell) => {
  if (type !== 'member.added' && type !== 'member.removed') return
  const chat = await tx
    .selectFrom('chats')
    .select(['id', 'project_id', 'message_count'])
    .where('project_id', '=', told.project_id)
    .executeTakeFirst()
  if (!chat) return
  if (type === 'member.added') {
    const { user_id } = told.data as { user_id: string }
    const position = chat.message_count
    await tx
      .insertInto('chat_members')
      .values({ chat_id: chat.id, user_id, delivered_position: position, read_position: position })
      .onConflict((conflict) =>
        conflict
          .columns(['chat_id', 'user_id'])
          .doUpdateSet({ delivered_position: position, read_position: position }),
      )
      .execute()
  }
  const audience = { users: await chatMembers(tx, chat) }
  await tell('chat.updated', { project_id: told.project_id, data: { chat_id: chat.id }, audience })
}
