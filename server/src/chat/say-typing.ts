import type * as api from '@plumbline/contract/chat/chat'
import type { Handler } from '../context.ts'
import { checkMayWrite, findChat, listChatMembers } from './visible.ts'

/** clients send it every few seconds while the user types */
const MAX_HINTS = 40
const MINUTE_S = 60

/** Sends a typing hint to all other members; it is not stored and may be lost. */
export const sayTyping: Handler<typeof api.sayTyping, void> = {
  prepare: (ctx) => ctx.limit(`typing:${ctx.actor.user_id}`, MAX_HINTS, MINUTE_S),
  handle: async (ctx, { params }) => {
    const chat = await findChat(ctx, params.id)
    checkMayWrite(chat)
    const { user_id } = ctx.actor
    const users = (await listChatMembers(ctx.tx, chat)).filter((id) => id !== user_id)
    const data = { chat_id: chat.id, user_id }
    ctx.onCommit(() => ctx.live.hint({ type: 'chat.typing', project_id: chat.project_id, data }, { users }))
  },
}
