import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { buildMessages, selectMessages } from './reads.ts'
import { findChat } from './visible.ts'

/** Pinned messages, last pinned first. */
export async function listPinnedMessages(ctx: UserCtx, { params }: Input<typeof api.listPinnedMessages>) {
  const chat = await findChat(ctx, params.id)
  const rows = await selectMessages(ctx.tx)
    .innerJoin('chat_pins as p', 'p.message_id', 'm.id')
    .where('p.chat_id', '=', chat.id)
    .where('m.is_deleted', '=', false)
    .orderBy('p.pinned_at', 'desc')
    .orderBy('m.position', 'desc')
    .execute()
  return buildMessages(ctx.tx, rows)
}
