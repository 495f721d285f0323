import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { buildMessages, CHAT_PAGE_SIZE, selectMessages } from './reads.ts'
import { findChat } from './visible.ts'

/** A page of messages by position: after `offset`, or the newest. */
export async function listMessages(ctx: UserCtx, { params, query }: Input<typeof api.listMessages>) {
  const chat = await findChat(ctx, params.id)
  const limit = query.limit ?? CHAT_PAGE_SIZE
  const offset = query.offset ?? Math.max(0, chat.messages - limit)
  const rows = await selectMessages(ctx.tx)
    .where('m.chat_id', '=', chat.id)
    .where('m.position', '>', offset)
    .where('m.position', '<=', offset + limit)
    .orderBy('m.position')
    .execute()
  return buildMessages(ctx.tx, rows)
}
