import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { removeMember, updateMember } from '@plumbline/contract/access/access'
import {
  addChatFile,
  type Chat,
  countUnread,
  leaveChat,
  listChats,
  listMessages,
  openChat,
  searchMessages,
  sendMessage,
  updateChat,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { updateProject } from '@plumbline/contract/projects/projects'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeRoom } from '../../test/chat-room.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeUser, type User } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const direct = (from: User, to: User) =>
  from.client.call(openChat, { body: { kind: 'DIRECT', member_ids: [to.id] } })
const say = (user: User, chat: Pick<Chat, 'id'>, message: string, id?: string) =>
  user.client.call(sendMessage, { params: { id: chat.id }, body: { message, id } })
const page = (user: User, chat: Pick<Chat, 'id'>, query = {}) =>
  user.client.call(listMessages, { params: { id: chat.id }, query })
const mark = (
  user: User,
  chat: Pick<Chat, 'id'>,
  messageId: string,
  status: 'DELIVERED' | 'READ' | 'DELETED',
) => user.client.call(updateMessageStatus, { params: { id: chat.id, messageId }, body: { status } })
const listed = async (user: User, chat: Pick<Chat, 'id'>) =>
  (await user.client.call(listChats, {})).find(({ id }) => id === chat.id)
const unreadOf = async (user: User) => (await user.client.call(countUnread, {})).unread

test('Messages are listed by position in pages', async () => {
  const { owner, editor, room } = await makeRoom(app)
  for (let i = 1; i <= 7; i++) await say(i % 2 ? owner : editor, room, `Message ${i}`)
  const all = await page(editor, room)
  expect(all.map(({ position, message }) => `${position} ${message}`)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((i) => `${i} Message ${i}`),
  )
  expect([...all].sort((a, b) => a.created_at.localeCompare(b.created_at))).toEqual(all)
  expect((await page(editor, room, { offset: 2, limit: 3 })).map(({ position }) => position)).toEqual([
    3, 4, 5,
  ])
  expect((await page(editor, room, { limit: 2 })).map(({ position }) => position)).toEqual([6, 7])
})

test('Fifty concurrent messages get fifty positions, and a repeated id creates one message', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const id = crypto.randomUUID()
  await Promise.all([
    ...Array.from({ length: 50 }, (_, i) => say(i % 2 ? owner : editor, room, `At once ${i}`)),
    ...Array.from({ length: 5 }, () => say(owner, room, 'Only once', id)),
  ])
  const all = await page(owner, room, { offset: 0, limit: 200 })
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 51 }, (_, i) => i + 1))
  expect(all.filter(({ message }) => message === 'Only once').map((message) => message.id)).toEqual([id])
})

test('A message id of another user or conversation is refused, and nothing is sent', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Mine')
  expect((await refusal(say(editor, room, 'Not mine', id))).body.error).toBe('already_exists')
  const other = await direct(owner, editor)
  expect((await refusal(say(owner, other, 'Elsewhere', id))).body.error).toBe('already_exists')
  expect(await page(owner, room)).toHaveLength(1)
  expect(await page(owner, other)).toHaveLength(0)
})

test('A message id taken by another conversation at the same moment is refused, and nothing is sent', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { db } = app.server
  const [other, id] = [await direct(owner, editor), randomUUIDv7()]
  const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event = 'transactionid') as waits`
  const refused = await db.transaction().execute(async (tx) => {
    const values = { id, chat_id: other.id, position: 1, user_id: owner.id, message: 'First' }
    await tx.insertInto('chat_messages').values(values).execute()
    const refused = refusal(say(editor, room, 'Second', id))
    while (!(await waits.execute(db)).rows[0]?.waits) await setImmediate()
    return { refused }
  })
  expect((await refused.refused).body.error).toBe('already_exists')
  expect(await page(owner, room)).toHaveLength(0)
  expect(await unreadOf(owner)).toBe(0)
  expect((await say(editor, room, 'Third')).position).toBe(1)
})

test('The status of a message advances to DELIVERED and READ when all others have reached it, never back', async () => {
  const { owner, editor, contributor, viewer, room } = await makeRoom(app)
  const first = await say(owner, room, 'Concrete at 7')
  expect(first.status).toBe('SENT')
  const seen = async () => (await page(owner, room)).map(({ status }) => status).join()
  for (const user of [editor, contributor, viewer]) await mark(user, room, first.id, 'DELIVERED')
  expect(await seen()).toBe('DELIVERED')
  for (const user of [editor, contributor]) await mark(user, room, first.id, 'READ')
  expect(await seen()).toBe('DELIVERED')
  await mark(viewer, room, first.id, 'READ')
  expect(await seen()).toBe('READ')
  const second = await say(owner, room, 'Pump at 8')
  await mark(editor, room, second.id, 'READ')
  // reading an older message later does not move the position back
  await mark(editor, room, first.id, 'READ')
  await mark(editor, room, first.id, 'DELIVERED')
  expect(await unreadOf(editor)).toBe(0)
  expect(await seen()).toBe('READ,SENT')
})

test('Sending marks all earlier messages as read, and later messages of others count as unread', async () => {
  const { owner, editor, room } = await makeRoom(app)
  for (let i = 0; i < 3; i++) await say(owner, room, `Note ${i}`)
  expect((await listed(editor, room))?.unread).toBe(3)
  expect(await unreadOf(editor)).toBe(3)
  await say(editor, room, 'Seen')
  expect((await listed(editor, room))?.unread).toBe(0)
  expect((await listed(owner, room))?.unread).toBe(1)
  expect((await listed(owner, room))?.last_message?.message).toBe('Seen')
})

test('A message becomes READ when the only member who had not read it is removed', async () => {
  const { owner, editor, contributor, viewer, room, project_id } = await makeRoom(app)
  const { id } = await say(owner, room, 'Read me')
  for (const user of [editor, contributor]) await mark(user, room, id, 'READ')
  expect((await page(owner, room))[0]?.status).toBe('SENT')
  await owner.client.call(removeMember, { params: { id: project_id, userId: viewer.id }, query: {} })
  expect((await page(owner, room))[0]?.status).toBe('READ')
  expect((await refusal(page(viewer, room))).status).toBe(404)
})

test('A deleted message keeps its position without text; only its author may delete it', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Unobtainium')
  expect((await refusal(mark(editor, room, id, 'DELETED'))).body.error).toBe('forbidden')
  expect(await mark(owner, room, id, 'DELETED')).toMatchObject({ status: 'DELETED', message: '', files: [] })
  expect(await mark(owner, room, id, 'DELETED')).toMatchObject({ status: 'DELETED' })
  const found = await editor.client.call(searchMessages, { query: { q: 'unobtainium' } })
  expect(found.items).toEqual([])
})

test('Two users who open their conversation concurrently get the same one', async () => {
  const { owner, editor } = await makeRoom(app)
  const opened = await Promise.all(
    Array.from({ length: 10 }, (_, i) => (i % 2 ? direct(owner, editor) : direct(editor, owner))),
  )
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
  expect((await direct(owner, editor)).name).toBe('Edda Editor')
  expect((await direct(editor, owner)).name).toBe('Olga Owner')
})

test('An opened conversation without messages is not listed for the other user', async () => {
  const { owner, editor } = await makeRoom(app)
  const chat = await direct(owner, editor)
  expect(await listed(owner, chat)).toBeDefined()
  expect(await listed(editor, chat)).toBeUndefined()
  await say(owner, chat, 'Hello')
  expect(await listed(editor, chat)).toMatchObject({ unread: 1, kind: 'DIRECT', read_only: null })
})

test('A conversation with a stranger is refused like one with an unknown user, and one with oneself is refused', async () => {
  const { owner } = await makeRoom(app)
  const stranger = await makeUser(app)
  const answers = await Promise.all(
    [stranger.id, crypto.randomUUID()].map((id) =>
      refusal(owner.client.call(openChat, { body: { kind: 'DIRECT', member_ids: [id] } })),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(answers[0]?.body.message).toBe(answers[1]?.body.message)
  const mixed = { kind: 'GROUP' as const, name: 'Mixed', member_ids: [stranger.id] }
  expect((await refusal(owner.client.call(openChat, { body: mixed }))).status).toBe(404)
  expect((await refusal(direct(owner, owner))).body.error).toBe('bad_request')
})

test('A direct conversation is not visible to a third user', async () => {
  const { owner, editor, contributor } = await makeRoom(app)
  const chat = await direct(owner, editor)
  const { id } = await say(owner, chat, 'Confidential facade')
  const params = { id: chat.id }
  for (const attempt of [
    () => page(contributor, chat),
    () => say(contributor, chat, 'Me too'),
    () => mark(contributor, chat, id, 'READ'),
    () => contributor.client.call(updateChat, { params, body: { name: 'Mine' } }),
    () => contributor.client.call(leaveChat, { params }),
  ])
    expect((await refusal(attempt())).status).toBe(404)
  const found = await contributor.client.call(searchMessages, { query: { q: 'confidential' } })
  expect(found.items).toEqual([])
  expect(await listed(contributor, chat)).toBeUndefined()
})

test('A group is created once, renamed, joined and left; the last member’s leaving deletes it', async () => {
  const { owner, editor, contributor } = await makeRoom(app)
  const body = { kind: 'GROUP' as const, name: 'Façade', member_ids: [editor.id] }
  const opened = await Promise.all(Array.from({ length: 5 }, () => owner.client.call(openChat, { body })))
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
  const [group] = opened as [Chat]
  const params = { id: group.id }
  await say(owner, group, 'Before Carl')
  await editor.client.call(updateChat, {
    params,
    body: { name: 'Façade east', add_member_ids: [contributor.id] },
  })
  expect(await listed(contributor, group)).toMatchObject({ name: 'Façade east', unread: 0, messages: 1 })
  expect((await listed(owner, group))?.members.map(({ id }) => id).sort()).toEqual(
    [owner.id, editor.id, contributor.id].sort(),
  )
  await editor.client.call(leaveChat, { params })
  expect((await refusal(page(editor, group))).status).toBe(404)
  await owner.client.call(leaveChat, { params })
  expect((await listed(contributor, group))?.read_only).toBe('LEFT')
  expect((await refusal(say(contributor, group, 'Anybody?'))).body.error).toBe('forbidden')
  await contributor.client.call(leaveChat, { params })
  const left = await app.server.db.selectFrom('chats').select('id').where('id', '=', group.id).execute()
  expect(left).toEqual([])
})

test('Leaving a group settles the notification of its unread messages', async () => {
  const { owner, editor } = await makeRoom(app)
  const body = { kind: 'GROUP' as const, name: 'Roof', member_ids: [editor.id] }
  const group = await owner.client.call(openChat, { body })
  await say(owner, group, 'Unread')
  const states = async () =>
    (await editor.client.call(listNotifications, { query: {} }))
      .filter(({ payload }) => payload.chat_id === group.id)
      .map(({ state }) => state)
  expect(await states()).toEqual(['NEW'])
  await editor.client.call(leaveChat, { params: { id: group.id } })
  expect(await states()).toEqual(['ACKNOWLEDGED'])
})

test('Renaming or leaving a conversation that is not a group is refused', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const pair = await direct(owner, editor)
  for (const chat of [room, pair]) {
    const params = { id: chat.id }
    const renamed = owner.client.call(updateChat, { params, body: { name: 'Other' } })
    expect((await refusal(renamed)).body.error).toBe('forbidden')
    expect((await refusal(owner.client.call(leaveChat, { params }))).body.error).toBe('forbidden')
  }
})

test('read_only gives the reason why the caller may not write: viewer or archived project', async () => {
  const { owner, editor, viewer, room, project_id } = await makeRoom(app)
  expect((await listed(viewer, room))?.read_only).toBe('VIEWER')
  expect((await refusal(say(viewer, room, 'Me'))).body.error).toBe('forbidden')
  const file = new Blob(['plain'])
  const adding = viewer.client.call(addChatFile, { params: { id: room.id }, query: { name: 'a.txt' }, file })
  expect((await refusal(adding)).body.error).toBe('forbidden')
  const params = { id: project_id, userId: viewer.id }
  await owner.client.call(updateMember, { params, body: { permission_level: 'CONTRIBUTOR', role: 'OTHER' } })
  expect((await listed(viewer, room))?.read_only).toBeNull()
  await owner.client.call(updateProject, { params: { id: project_id }, body: { status: 'ARCHIVED' } })
  expect((await listed(editor, room))?.read_only).toBe('ARCHIVED')
  expect((await refusal(say(editor, room, 'Late'))).body.error).toBe('archived')
})

test('Search finds word prefixes without regard to accents and case, newest first', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const chat = await direct(owner, editor)
  await say(owner, room, 'Schalung für **Decke 2** kommt')
  await say(owner, chat, `@[Edda Editor](user:${editor.id}) die SCHALUNG fehlt`)
  const find = async (q: string, more = {}) =>
    (await editor.client.call(searchMessages, { query: { q, ...more } })).items.map(({ message }) => message)
  expect(await find('schal')).toHaveLength(2)
  expect((await find('schal'))[0]).toContain('fehlt')
  expect(await find('fur decke')).toHaveLength(1)
  expect(await find('edda')).toHaveLength(1)
  expect(await find('user')).toHaveLength(0)
  expect(await find('schal', { chat_id: room.id })).toHaveLength(1)
  expect(await find("' & !! :*")).toHaveLength(0)
})

test('Search continues after the last message of the previous page', async () => {
  const { owner, room } = await makeRoom(app)
  for (let i = 0; i < 53; i++) await say(owner, room, `Anchor ${i}`)
  const first = await owner.client.call(searchMessages, { query: { q: 'anchor' } })
  expect([first.items.length, first.has_more, first.items[0]?.message]).toEqual([50, true, 'Anchor 52'])
  const after = first.items.at(-1)?.id ?? ''
  const rest = await owner.client.call(searchMessages, { query: { q: 'anchor', after } })
  expect(rest.items.map(({ message }) => message)).toEqual(['Anchor 2', 'Anchor 1', 'Anchor 0'])
})

test('Messages of a deleted account stay readable for the other member', async () => {
  const { owner, editor } = await makeRoom(app)
  const [chat, empty] = [
    await direct(owner, editor),
    await direct(editor, await makeMember(app, owner.project.id, 'EDITOR')),
  ]
  await say(editor, chat, 'I am off')
  await editor.client.call(deleteMe, {})
  expect(await listed(owner, chat)).toMatchObject({ name: '', read_only: 'LEFT' })
  expect(await page(owner, chat)).toMatchObject([{ message: 'I am off', user_id: null }])
  const left = await app.server.db.selectFrom('chats').select('id').where('id', '=', empty.id).execute()
  expect(left).toEqual([])
})
