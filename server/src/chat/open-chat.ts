import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/chat/chat'
import type { Chat } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { Handler, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { selectConnectedUsers } from '../users/connected-users.ts'
import { oneChat } from './reads.ts'
import { visibleChats } from './visible.ts'

/** Conversations are begun when somebody first opens them. */

const MOST = 120
const HOUR_S = 3600

/** These people without the caller; strangers answer like people who do not exist. */
export async function acquaintances({ tx, actor }: UserCtx, ids: string[]): Promise<string[]> {
  const others = [...new Set(ids)].filter((id) => id !== actor.user_id)
  if (others.length === 0) throw new Refusal('bad_request', { fields: { member_ids: 'Not valid' } })
  const known = new Set((await selectConnectedUsers(tx, actor.user_id).execute()).map((row) => row.user_id))
  if (!others.every((id) => known.has(id))) throw new Refusal('not_found')
  return others
}

async function projectChat({ tx, actor }: UserCtx, projectId: string): Promise<string> {
  const chat = await visibleChats(tx, actor.user_id)
    .select('chats.id')
    .where('chats.project_id', '=', projectId)
    .executeTakeFirst()
  if (!chat) throw new Refusal('not_found')
  return chat.id
}

async function seat(tx: Tx, chat_id: string, people: string[]): Promise<void> {
  await tx
    .insertInto('chat_members')
    .values(people.map((user_id) => ({ chat_id, user_id })))
    .execute()
}

/** The unique key of the pair settles who of two that open it at once begins it. */
async function directChat(ctx: UserCtx, ids: string[]): Promise<string> {
  const { tx, actor } = ctx
  const people = [actor.user_id, ...(await acquaintances(ctx, ids))]
  const direct_key = [...people].sort().join(':')
  const made = await tx
    .insertInto('chats')
    .values({ id: randomUUIDv7(), kind: 'DIRECT', direct_key, created_by: actor.user_id })
    .onConflict((conflict) => conflict.column('direct_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    await seat(tx, made.id, people)
    const audience = { users: [actor.user_id] }
    await ctx.tell('chat.updated', {
      project_id: null,
      data: { chat_id: made.id },
      audience,
      cause: { kind: 'CHANGED' },
    })
    return made.id
  }
  const found = await tx
    .selectFrom('chats')
    .select(['id', 'message_count', 'created_by'])
    .where('direct_key', '=', direct_key)
    .executeTakeFirstOrThrow()
  // who opens what the other one has opened and left empty has begun it, too
  if (found.message_count === 0 && found.created_by !== actor.user_id) {
    await tx.updateTable('chats').set({ created_by: null }).where('id', '=', found.id).execute()
    const audience = { users: people }
    await ctx.tell('chat.updated', {
      project_id: null,
      data: { chat_id: found.id },
      audience,
      cause: { kind: 'CHANGED' },
    })
  }
  return found.id
}

async function groupChat(ctx: UserCtx, name: string, ids: string[]): Promise<string> {
  const { tx, actor } = ctx
  const people = [actor.user_id, ...(await acquaintances(ctx, ids))].sort()
  // no two at once, or a second press of the button would begin a second one
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
  await seat(tx, id, people)
  await ctx.tell('chat.updated', {
    project_id: null,
    data: { chat_id: id },
    audience: { users: people },
    cause: { kind: 'CHANGED' },
  })
  return id
}

export const openChat: Handler<typeof api.openChat, void> = {
  prepare: (ctx) => ctx.limit(`chat:${ctx.actor.user_id}`, MOST, HOUR_S),
  handle: async (ctx, { body }): Promise<Chat> => {
    const id =
      body.kind === 'PROJECT'
        ? await projectChat(ctx, body.project_id)
        : body.kind === 'DIRECT'
          ? await directChat(ctx, body.member_ids)
          : await groupChat(ctx, body.name, body.member_ids)
    return oneChat(ctx, id)
  },
}

/** Every project has its conversation from the start. */
export const openProjectChat: Reaction = async (tx, { type, project_id }) => {
  if (type !== 'project.created' || !project_id) return
  await tx
    .insertInto('chats')
    .values({ id: randomUUIDv7(), kind: 'PROJECT', project_id })
    // a restored project has its own still
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
}
