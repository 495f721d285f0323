import {
  addChatFile,
  type Chat,
  countUnread,
  editMessage,
  leaveChat,
  listChats,
  listMessages,
  type MessageReaction,
  openChat,
  searchMessages,
  sendMessage,
  setReaction,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { updateProject } from '@plumbline/contract/projects/projects'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { makeRoom } from '../../test/chat-room.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeOwner, type User } from '../../test/make.ts'

/** Messages after they were sent: edited, answered, reacted to, deleted. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Room = Pick<Chat, 'id'>
const direct = (from: User, to: User) =>
  from.client.call(openChat, { body: { kind: 'DIRECT', member_ids: [to.id] } })
const say = (
  user: User,
  chat: Room,
  message: string,
  more: { reply_to?: string; file_ids?: string[] } = {},
) => user.client.call(sendMessage, { params: { id: chat.id }, body: { message, ...more } })
const edit = (user: User, chat: Room, messageId: string, message: string) =>
  user.client.call(editMessage, { params: { id: chat.id, messageId }, body: { message } })
const react = (user: User, chat: Room, messageId: string, reaction: MessageReaction, is_set = true) =>
  user.client.call(setReaction, { params: { id: chat.id, messageId }, body: { reaction, is_set } })
const remove = (user: User, chat: Room, messageId: string) =>
  user.client.call(updateMessageStatus, { params: { id: chat.id, messageId }, body: { status: 'DELETED' } })
const page = (user: User, chat: Room) =>
  user.client.call(listMessages, { params: { id: chat.id }, query: {} })
const find = async (user: User, q: string) =>
  (await user.client.call(searchMessages, { query: { q } })).items.map(({ message }) => message)
const listed = async (user: User, chat: Room) =>
  (await user.client.call(listChats, {})).find(({ id }) => id === chat.id)
const archive = (owner: User, id: string) =>
  owner.client.call(updateProject, { params: { id }, body: { status: 'ARCHIVED' } })

test('An edited message has its new text everywhere, when it was edited, and its place and readers as before', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Concrete on Tuesday')
  await say(owner, room, 'Pump at 8')
  await say(editor, room, 'Fine')
  expect((await page(owner, room))[0]?.edited_at).toBeNull()
  const edited = await edit(owner, room, id, 'Formwork on **Wednesday**')
  expect(edited).toMatchObject({ position: 1, message: 'Formwork on **Wednesday**', status: 'SENT' })
  expect(Date.parse(edited.edited_at ?? '')).toBeGreaterThanOrEqual(Date.parse(edited.created_at))
  expect((await page(editor, room))[0]).toEqual(edited)
  expect(await find(editor, 'wednesday')).toEqual(['Formwork on **Wednesday**'])
  expect(await find(editor, 'tuesday')).toEqual([])
  expect((await editor.client.call(countUnread, {})).unread).toBe(0)
  expect((await listed(owner, room))?.unread).toBe(1)
})

test('An edit of the last message appears in the list of conversations', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Pump at 8')
  await edit(owner, room, id, 'Pump at 9')
  expect((await listed(editor, room))?.last_message?.message).toBe('Pump at 9')
})

test('Only its author may edit a message, administrators neither; messages of other conversations are not found', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(editor, room, 'Mine')
  expect((await refusal(edit(owner, room, id, 'Yours'))).body.error).toBe('forbidden')
  const pair = await direct(owner, editor)
  expect((await refusal(edit(editor, pair, id, 'Moved'))).status).toBe(404)
  const stranger = await makeOwner(app)
  expect((await refusal(edit(stranger, room, id, 'Taken'))).status).toBe(404)
  expect((await page(editor, room))[0]).toMatchObject({ message: 'Mine', edited_at: null })
})

test('Messages are not edited or reacted to once their author may only read the conversation', async () => {
  const { owner, editor, contributor, viewer, room, project_id } = await makeRoom(app)
  const { id } = await say(contributor, room, 'Before')
  expect((await refusal(react(viewer, room, id, 'HEART'))).body.error).toBe('forbidden')
  const body = { kind: 'GROUP' as const, name: 'Roof', member_ids: [editor.id] }
  const group = await owner.client.call(openChat, { body })
  const inGroup = await say(owner, group, 'To the group')
  await editor.client.call(leaveChat, { params: { id: group.id } })
  expect((await refusal(react(editor, group, inGroup.id, 'HEART'))).status).toBe(404)
  expect((await refusal(edit(owner, group, inGroup.id, 'To nobody'))).body.error).toBe('forbidden')
  await archive(owner, project_id)
  expect((await refusal(edit(contributor, room, id, 'After'))).body.error).toBe('archived')
  expect((await refusal(react(contributor, room, id, 'HEART'))).body.error).toBe('archived')
})

test('A message cannot be edited to be empty, unless it has files, nor beyond the longest text', async () => {
  const { owner, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Words')
  const empty = await refusal(edit(owner, room, id, '   '))
  expect([empty.status, empty.body.fields?.message]).toEqual([
    400,
    'A message needs text or a file. You can delete it instead.',
  ])
  expect((await edit(owner, room, id, '𝔸'.repeat(4000))).message).toHaveLength(8000)
  expect((await refusal(edit(owner, room, id, '𝔸'.repeat(4001)))).status).toBe(400)
  const file = await owner.client.call(addChatFile, {
    params: { id: room.id },
    query: { name: 'list.txt' },
    file: new Blob(['anchors']),
  })
  const withFile = await say(owner, room, 'See the list', { file_ids: [file.id] })
  expect(await edit(owner, room, withFile.id, '')).toMatchObject({
    message: '',
    files: [{ name: 'list.txt' }],
  })
})

test('Saving the same text again changes nothing and publishes nothing', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Same')
  const listener = new Listener(await listenOnPort(app), editor.client)
  await listener.first('hello')
  expect((await edit(owner, room, id, ' Same ')).edited_at).toBeNull()
  await react(owner, room, id, 'HEART', false)
  await edit(owner, room, id, 'Other')
  await listener.first('chat.updated')
  await say(owner, room, 'Next')
  await listener.first('chat.message')
  expect(listener.frames.filter(({ type }) => type === 'chat.updated')).toHaveLength(1)
  listener.close()
})

test('A message that is edited and deleted at once ends up deleted, without its text', async () => {
  const { owner, editor, room } = await makeRoom(app)
  for (let round = 0; round < 8; round++) {
    const { id } = await say(owner, room, `Unobtainium ${round}`)
    await Promise.allSettled([
      edit(owner, room, id, `Adamantium ${round}`),
      remove(owner, room, id),
      react(editor, room, id, 'SMILE'),
    ])
  }
  for (const message of await page(editor, room))
    expect(message).toMatchObject({ status: 'DELETED', message: '', edited_at: null, reactions: [] })
  expect([...(await find(owner, 'unobtainium')), ...(await find(owner, 'adamantium'))]).toEqual([])
  const rows = await app.server.db
    .selectFrom('chat_reactions as r')
    .innerJoin('chat_messages as m', 'm.id', 'r.message_id')
    .select('m.id')
    .where('m.is_deleted', '=', true)
    .execute()
  expect(rows).toEqual([])
})

test('A deleted message is neither edited nor reacted to', async () => {
  const { owner, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Gone')
  await remove(owner, room, id)
  for (const attempt of [() => edit(owner, room, id, 'Back'), () => react(owner, room, id, 'DONE')]) {
    const { status, body } = await refusal(attempt())
    expect([status, body.message]).toEqual([409, 'This message was deleted'])
  }
})

test('An administrator deletes others’ messages in the project’s conversation only, and the message says so', async () => {
  const { owner, editor, contributor, room, project_id } = await makeRoom(app)
  const { id } = await say(contributor, room, 'Rude')
  const other = await say(contributor, room, 'Also rude')
  expect((await refusal(remove(editor, room, id))).body.error).toBe('forbidden')
  expect(await remove(owner, room, id)).toMatchObject({
    status: 'DELETED',
    message: '',
    deleted_by_admin: true,
  })
  expect((await page(contributor, room))[0]).toMatchObject({ status: 'DELETED', deleted_by_admin: true })
  // deleting it again does not change who did
  expect(await remove(contributor, room, id)).toMatchObject({ deleted_by_admin: true })
  expect(await remove(contributor, room, other.id)).toMatchObject({ deleted_by_admin: false })
  const pair = await direct(owner, contributor)
  const between = await say(contributor, pair, 'Between us')
  expect((await refusal(remove(owner, pair, between.id))).body.error).toBe('forbidden')
  const late = await say(contributor, room, 'Late')
  await archive(owner, project_id)
  expect((await refusal(remove(owner, room, late.id))).body.error).toBe('archived')
})

test('A reply quotes its message in its current form: edited, deleted, without an author', async () => {
  const { owner, editor, contributor, room } = await makeRoom(app)
  const asked = await say(editor, room, `**Who** brings the pump, @[Carl Craft](user:${contributor.id})?`)
  const answer = await say(contributor, room, 'Me', { reply_to: asked.id })
  const quoted = { id: asked.id, position: 1, user_id: editor.id }
  expect(answer.reply_to).toEqual({
    ...quoted,
    preview: 'Who brings the pump, @Carl Craft?',
    is_deleted: false,
  })
  await edit(editor, room, asked.id, 'Who brings the crane?')
  const read = async () => (await page(owner, room))[1]?.reply_to
  expect(await read()).toEqual({ ...quoted, preview: 'Who brings the crane?', is_deleted: false })
  await remove(editor, room, asked.id)
  expect(await read()).toEqual({ ...quoted, preview: '', is_deleted: true })
  // who was offline when it was deleted still gets the answer through
  expect((await say(owner, room, 'Too late', { reply_to: asked.id })).reply_to?.is_deleted).toBe(true)
  await editor.client.call(deleteMe, {})
  expect(await read()).toMatchObject({ user_id: null, is_deleted: true })
  await remove(contributor, room, answer.id)
  expect((await page(owner, room))[1]?.reply_to).toBeNull()
})

test('A reply to a message of another conversation is refused as not found, and nothing is sent', async () => {
  const { owner, editor, contributor, room } = await makeRoom(app)
  const secret = await say(owner, await direct(owner, editor), 'Between us')
  for (const reply_to of [secret.id, crypto.randomUUID()])
    for (const user of [owner, contributor])
      expect((await refusal(say(user, room, 'Quote', { reply_to }))).status).toBe(404)
  expect(await page(owner, room)).toEqual([])
})

test('Reactions count each person once, are taken back, and stand in a fixed order', async () => {
  const { owner, editor, contributor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Roof is tight')
  await react(editor, room, id, 'QUESTION')
  await react(editor, room, id, 'THUMBS_UP')
  await Promise.all(Array.from({ length: 6 }, () => react(contributor, room, id, 'THUMBS_UP')))
  await react(owner, room, id, 'THUMBS_UP')
  const reactions = [
    { reaction: 'THUMBS_UP', user_ids: [editor.id, contributor.id, owner.id] },
    { reaction: 'QUESTION', user_ids: [editor.id] },
  ]
  expect((await page(owner, room))[0]?.reactions).toEqual(reactions)
  await react(editor, room, id, 'QUESTION', false)
  await react(editor, room, id, 'QUESTION', false)
  expect((await page(owner, room))[0]?.reactions).toEqual(reactions.slice(0, 1))
  const wrong = { reaction: 'ROCKET' as MessageReaction, is_set: true }
  const attempt = owner.client.call(setReaction, { params: { id: room.id, messageId: id }, body: wrong })
  expect((await refusal(attempt)).status).toBe(400)
})

test('Reactions are deleted with the account of their person, and other members are notified', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Roof is tight')
  await react(editor, room, id, 'HEART')
  const listener = new Listener(await listenOnPort(app), owner.client)
  await listener.first('hello')
  await editor.client.call(deleteMe, {})
  await listener.first('chat.updated')
  expect((await page(owner, room))[0]?.reactions).toEqual([])
  listener.close()
})

test('An edit, a reaction and a deletion only reach members of the conversation', async () => {
  const { owner, editor, contributor } = await makeRoom(app)
  const pair = await direct(owner, editor)
  const { id } = await say(owner, pair, 'Confidential')
  const origin = await listenOnPort(app)
  const [hers, theirs] = [new Listener(origin, editor.client), new Listener(origin, contributor.client)]
  await Promise.all([hers.first('hello'), theirs.first('hello')])
  await edit(owner, pair, id, 'Secret')
  await react(editor, pair, id, 'DONE')
  await remove(owner, pair, id)
  await say(owner, pair, 'End')
  await hers.first('chat.message')
  const updates = hers.frames.filter(({ type }) => type === 'chat.updated')
  expect(updates.map(({ data }) => data)).toEqual(Array.from({ length: 3 }, () => ({ chat_id: pair.id })))
  expect(theirs.frames.filter(({ type }) => type.startsWith('chat.'))).toEqual([])
  hers.close()
  theirs.close()
})

test('A notification of a message follows its edits and is deleted with it', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Concrete on Tuesday')
  const notes = async () =>
    (await editor.client.call(listNotifications, { query: {} }))
      .filter(({ type }) => type === 'CHAT_MESSAGE')
      .map(({ payload }) => payload.message)
  expect(await notes()).toEqual(['Concrete on Tuesday'])
  await edit(owner, room, id, 'Concrete on _Wednesday_')
  expect(await notes()).toEqual(['Concrete on Wednesday'])
  await remove(owner, room, id)
  expect(await notes()).toEqual([])
})

test('The author of a message is notified of a reply to it even while earlier messages are unread', async () => {
  const { owner, editor, contributor, viewer, room } = await makeRoom(app)
  const asked = await say(editor, room, 'Who brings the pump?')
  await say(owner, room, 'Something else')
  await say(contributor, room, 'Me', { reply_to: asked.id })
  const newest = async (user: User) =>
    (await user.client.call(listNotifications, { query: {} })).find(({ type }) => type === 'CHAT_MESSAGE')
      ?.payload.message
  expect(await newest(editor)).toBe('Me')
  expect(await newest(viewer)).toBe('Who brings the pump?')
})
