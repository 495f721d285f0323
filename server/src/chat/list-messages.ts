import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { buildMessages, CHAT_PAGE_SIZE, type MessageRow, selectMessages } from './reads.ts'
import { findChat } from './visible.ts'

interface PageValues {
  chat_id: string
  /** exclusive */
  from: number
  to: number
}

const readPage = prepareQuery<PageValues, MessageRow>((db, parameter) =>
  selectMessages(db)
    .where('m.chat_id', '=', parameter('chat_id'))
    .where('m.position', '>', parameter('from'))
    .where('m.position', '<=', parameter('to'))
    .orderBy('m.position'),
)

/** A page of messages by position: after `offset`, or the newest. */
export async function listMessages(ctx: UserCtx, { params, query }: Input<typeof api.listMessages>) {
  const chat = await findChat(ctx, params.id)
  const limit = query.limit ?? CHAT_PAGE_SIZE
  const offset = query.offset ?? Math.max(0, chat.messages - limit)
  const rows = await readPage(ctx.tx, { chat_id: chat.id, from: offset, to: offset + limit })
  return buildMessages(ctx.tx, rows)
}
