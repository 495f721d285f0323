import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Reaction } from '../live/tell.ts'
import { tellChat } from './tell-chat.ts'
import { type FoundChat, listChatMembers, selectChatMembers } from './visible.ts'

/** Positions of the last delivered and the last read message. */
export interface ReadPositions {
  delivered: number
  read: number
}

/** The caller's positions and the lowest of the other members; null without others. */
export interface PositionsInChat {
  own: ReadPositions
  others: ReadPositions | null
}

async function readReadPositions({ tx, actor }: UserCtx, chat: FoundChat): Promise<PositionsInChat> {
  const { rows } = await sql<ReadPositions & { is_own: boolean }>`
    select member.user_id = ${actor.user_id} as is_own, min(coalesce(cm.delivered_position, 0)) as delivered,
      min(coalesce(cm.read_position, 0)) as read
    from (${selectChatMembers(chat)}) member
    left join chat_members cm on cm.chat_id = ${chat.id} and cm.user_id = member.user_id group by 1`.execute(
    tx,
  )
  const own = rows.find(({ is_own }) => is_own) ?? { delivered: 0, read: 0 }
  return { own, others: rows.find(({ is_own }) => !is_own) ?? null }
}

async function setReadPositions(
  tx: Tx,
  chat_id: string,
  user_id: string,
  { delivered, read }: ReadPositions,
) {
  const positions = { delivered_position: delivered, read_position: read }
  await tx
    .insertInto('chat_members')
    .values({ chat_id, user_id, ...positions })
    .onConflict((conflict) => conflict.columns(['chat_id', 'user_id']).doUpdateSet(positions))
    .execute()
}

/** Advances the caller's positions in a locked conversation. */
export async function advanceReadPosition(
  ctx: UserCtx,
  chat: FoundChat,
  position: number,
  status: 'DELIVERED' | 'READ',
): Promise<void> {
  const before = await readReadPositions(ctx, chat)
  const { own } = before
  const next = {
    delivered: Math.max(own.delivered, position),
    read: status === 'READ' ? Math.max(own.read, position) : own.read,
  }
  if (next.delivered === own.delivered && next.read === own.read) return
  await setReadPositions(ctx.tx, chat.id, ctx.actor.user_id, next)
  await tellReadPosition(ctx, chat, before, next)
}

/** Publishes the caller's new positions; to other members only if all members have reached them. */
export async function tellReadPosition(
  ctx: UserCtx,
  chat: FoundChat,
  { own, others }: PositionsInChat,
  next: ReadPositions,
): Promise<void> {
  const isReachedByAll = (kind: keyof ReadPositions) =>
    others !== null && Math.min(next[kind], others[kind]) > own[kind]
  const isForAll = isReachedByAll('read') || isReachedByAll('delivered')
  const isRead = next.read > own.read && chat.unread > 0
  if (!isForAll && !isRead) return
  const { user_id } = ctx.actor
  const audience = isForAll ? await listChatMembers(ctx.tx, chat) : [user_id]
  await tellChat(
    ctx.tell,
    chat,
    audience,
    isRead ? { kind: 'READ', user_id, position: next.read } : { kind: 'CHANGED' },
  )
}

/**
 * New project members start with all earlier messages read. After a member is removed, all remaining members may have read a
 * message, so its status is published again.
 */
export const updateProjectChatMembers: Reaction = async (tx, event, tell) => {
  if (event.type !== 'member.added' && event.type !== 'member.removed') return
  const chat = await tx
    .selectFrom('chats')
    .select(['id', 'project_id', 'message_count'])
    .where('project_id', '=', event.project_id)
    .executeTakeFirst()
  if (!chat) return
  if (event.type === 'member.added') {
    const position = chat.message_count
    await setReadPositions(tx, chat.id, event.data.user_id, { delivered: position, read: position })
  }
  await tellChat(tell, chat, await listChatMembers(tx, chat))
}
