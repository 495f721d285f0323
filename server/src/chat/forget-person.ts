import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deletedUser, type Reaction } from '../live/tell.ts'
import { tellChat } from './tell-chat.ts'
import { listChatMembers } from './visible.ts'

/** Deletes the user's unsent files, and queues the originals of their sent photos for removal (they contain EXIF data). */
async function deleteUnsentFiles(tx: Tx, user: string): Promise<void> {
  await tx.deleteFrom('chat_files').where('user_id', '=', user).where('message_id', 'is', null).execute()
  await sql`
    with stripped as (update chat_files set has_original = false
      where user_id = ${user} and kind = 'PHOTO' and has_original returning coalesce(folder_chat_id, chat_id) as chat_id, blob_id)
    insert into chat_file_remains (key) select 'chats/' || chat_id || '/' || blob_id || '/original' from stripped
    on conflict do nothing`.execute(tx)
}

/** Deletes conversations with the user as their only member, and their direct conversations without messages. */
async function deleteEmptyChats(tx: Tx, user: string): Promise<void> {
  await sql`
    delete from chats c where c.kind <> 'PROJECT'
      and exists (select from chat_members m where m.chat_id = c.id and m.user_id = ${user})
      and (not exists (select from chat_members m where m.chat_id = c.id and m.user_id <> ${user})
        or c.kind = 'DIRECT' and c.message_count = 0)`.execute(tx)
}

/** Before an account is deleted: the user's messages stay without a name; publishes this for all their conversations. */
export const forgetPersonOfChats: Reaction = async (tx, event, tell) => {
  const user = deletedUser(event)
  if (!user) return
  const chats = await tx
    .selectFrom('chats')
    .select(['id', 'project_id'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', eb.selectFrom('chat_messages').select('chat_id').where('user_id', '=', user)),
        eb('id', 'in', eb.selectFrom('chat_members').select('chat_id').where('user_id', '=', user)),
        // their reactions go with the account
        eb(
          'id',
          'in',
          eb
            .selectFrom('chat_reactions as r')
            .innerJoin('chat_messages as m', 'm.id', 'r.message_id')
            .select('m.chat_id')
            .where('r.user_id', '=', user),
        ),
      ]),
    )
    .execute()
  for (const chat of chats) await tellChat(tell, chat, await listChatMembers(tx, chat))
  await deleteUnsentFiles(tx, user)
  await deleteEmptyChats(tx, user)
}
