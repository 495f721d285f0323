import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/chat/chat'
import type { Chat } from '@plumbline/contract/chat/chat'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { selectConnectedUsers } from '../users/connected-users.ts'
import { readChat } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { visibleChats } from './visible.ts'

const MAX_CHATS_PER_HOUR = 120
const HOUR_S = 3600

/** Returns these user ids without the caller. @throws Refusal not_found for users who share no team or project with them */
export async function checkAcquaintances({ tx, actor }: UserCtx, ids: string[]): Promise<string[]> {
  const others = [...new Set(ids)].filter((id) => id !== actor.user_id)
  if (others.length === 0) throw new Refusal('bad_request', { fields: { member_ids: reason('not_valid') } })
  const known = new Set((await selectConnectedUsers(tx, actor.user_id).execute()).map((row) => row.user_id))
  if (!others.every((id) => known.has(id))) throw new Refusal('not_found')
  return others
}

async function findProjectChat({ tx, actor }: UserCtx, projectId: string): Promise<string> {
  const chat = await visibleChats(tx, actor.user_id)
    .select('chats.id')
    .where('chats.project_id', '=', projectId)
    .executeTakeFirst()
  if (!chat) throw new Refusal('not_found')
  return chat.id
}

async function insertMembers(tx: Tx, chat_id: string, people: string[]): Promise<void> {
  await tx
    .insertInto('chat_members')
    .values(people.map((user_id) => ({ chat_id, user_id })))
    .execute()
}

/** Finds or creates the conversation of two users; a unique key lets concurrent requests create only one. */
async function openDirectChat(ctx: UserCtx, ids: string[]): Promise<string> {
  const { tx, actor } = ctx
  const people = [actor.user_id, ...(await checkAcquaintances(ctx, ids))]
  const direct_key = [...people].sort().join(':')
  const inserted = await tx
    .insertInto('chats')
    .values({ id: randomUUIDv7(), kind: 'DIRECT', direct_key, created_by: actor.user_id })
    .onConflict((conflict) => conflict.column('direct_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    await insertMembers(tx, inserted.id, people)
    await tellChat(ctx.tell, { id: inserted.id, project_id: null }, [actor.user_id])
    return inserted.id
  }
  const found = await tx
    .selectFrom('chats')
    .select(['id', 'message_count', 'created_by'])
    .where('direct_key', '=', direct_key)
    .executeTakeFirstOrThrow()
  // both users have opened the empty conversation: without a creator both see it in their list
  if (found.message_count === 0 && found.created_by !== actor.user_id) {
    await tx.updateTable('chats').set({ created_by: null }).where('id', '=', found.id).execute()
    await tellChat(ctx.tell, { id: found.id, project_id: null }, people)
  }
  return found.id
}

async function openGroupChat(ctx: UserCtx, name: string, ids: string[]): Promise<string> {
  const { tx, actor } = ctx
  const people = [actor.user_id, ...(await checkAcquaintances(ctx, ids))].sort()
  // serializes equal requests, so that a repeated request does not create a second group
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${people.join()}`}, 16))`.execute(tx)
  const found = await visibleChats(tx, actor.user_id)
    .select('chats.id')
    .where('chats.kind', '=', 'GROUP')
    .where('chats.name', '=', name)
    .where(
      sql<boolean>`array(select m.user_id from chat_members m where m.chat_id = chats.id order by m.user_id)
        = ${people}::uuid[]`,
    )
    .executeTakeFirst()
  if (found) return found.id
  const id = randomUUIDv7()
  await tx.insertInto('chats').values({ id, kind: 'GROUP', name, created_by: actor.user_id }).execute()
  await insertMembers(tx, id, people)
  await tellChat(ctx.tell, { id, project_id: null }, people)
  return id
}

export const openChat: Handler<typeof api.openChat, void> = {
  prepare: (ctx) => ctx.limit(`chat:${ctx.actor.user_id}`, MAX_CHATS_PER_HOUR, HOUR_S),
  handle: async (ctx, { body }): Promise<Chat> => {
    const id =
      body.kind === 'PROJECT'
        ? await findProjectChat(ctx, body.project_id)
        : body.kind === 'DIRECT'
          ? await openDirectChat(ctx, body.member_ids)
          : await openGroupChat(ctx, body.name, body.member_ids)
    return readChat(ctx, id)
  },
}

/** Creates the conversation of a new project. */
export const createProjectChat: Reaction = async (tx, { type, project_id }) => {
  if (type !== 'project.created' || !project_id) return
  await tx
    .insertInto('chats')
    .values({ id: randomUUIDv7(), kind: 'PROJECT', project_id })
    // a restored project still has its conversation
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
}
