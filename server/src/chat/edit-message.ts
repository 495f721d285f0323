import type * as api from '@plumbline/contract/chat/chat'
import { reason } from '@plumbline/contract/reasons'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockMessage } from './find-message.ts'
import { previewMessage, readMessage } from './reads.ts'
import { buildSearchVector } from './search-words.ts'
import { tellChat } from './tell-chat.ts'
import { listChatMembers } from './visible.ts'

/** Changes the text of the caller's message; the same text again changes nothing. */
export async function editMessage(ctx: UserCtx, { params, body }: Input<typeof api.editMessage>) {
  const { chat, message: before } = await lockMessage(ctx, params)
  if (before.user_id !== ctx.actor.user_id) throw new Refusal('forbidden')
  const { message: text } = body
  const { files } = await readMessage(ctx.tx, before.id)
  if (text === '' && files.length === 0)
    throw new Refusal('bad_request', { fields: { message: reason('message_empty') } })
  if (text !== before.message) {
    await ctx.tx
      .updateTable('chat_messages')
      .set({ message: text, words: buildSearchVector(text), edited_at: ctx.now().toISOString() })
      .where('id', '=', before.id)
      .execute()
    const preview = previewMessage(text, files[0]?.name)
    const cause = { kind: 'MESSAGE_EDITED' as const, position: before.position, preview }
    await tellChat(ctx.tell, chat, await listChatMembers(ctx.tx, chat), cause)
  }
  return readMessage(ctx.tx, before.id)
}
