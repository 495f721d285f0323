import { deletedUser } from '../access/delete-account.ts'
import type { Reaction } from '../live/tell.ts'
import { chatMembers } from './visible.ts'

/** Before an account is deleted: what the person said will stay in its conversations without their name. */
export const forgetPersonOfChats: Reaction = async (tx, _type, { facts }, tell) => {
  const user = deletedUser(facts)
  if (!user) return
  const chats = await tx
    .selectFrom('chats')
    .select(['id', 'project_id'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', eb.selectFrom('chat_messages').select('chat_id').where('user_id', '=', user)),
        eb('id', 'in', eb.selectFrom('chat_members').select('chat_id').where('user_id', '=', user)),
      ]),
    )
    .execute()
  for (const chat of chats) {
    const audience = { users: await chatMembers(tx, chat) }
    await tell('chat.updated', { project_id: chat.project_id, data: { chat_id: chat.id }, audience })
  }
}
