import {
  type Chat,
  listMessages,
  listPinnedMessages,
  maxPinnedMessages,
  openChat,
  pinMessage,
  sendMessage,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { makeRoom } from '../../test/chat-room.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import type { User } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Room = Pick<Chat, 'id'>
const say = (user: User, chat: Room, message: string) =>
  user.client.call(sendMessage, { params: { id: chat.id }, body: { message } })
const pin = (user: User, chat: Room, messageId: string, is_pinned = true) =>
  user.client.call(pinMessage, { params: { id: chat.id, messageId }, body: { is_pinned } })
const pinned = async (user: User, chat: Room) =>
  (await user.client.call(listPinnedMessages, { params: { id: chat.id } })).map(({ message }) => message)

test('Pinned messages stand first for everybody, last pinned first, until they are unpinned or deleted', async () => {
  const { owner, editor, viewer, room } = await makeRoom(app)
  const [gate, crane] = [await say(owner, room, 'Gate code 4711'), await say(editor, room, 'Crane on Friday')]
  await say(owner, room, 'Not pinned')
  expect(await pinned(viewer, room)).toEqual([])
  expect((await pin(editor, room, gate.id)).is_pinned).toBe(true)
  await pin(owner, room, crane.id)
  await pin(owner, room, gate.id)
  expect(await pinned(viewer, room)).toEqual(['Crane on Friday', 'Gate code 4711'])
  const messages = await viewer.client.call(listMessages, { params: { id: room.id }, query: {} })
  expect(messages.map(({ is_pinned }) => is_pinned)).toEqual([true, true, false])
  expect((await pin(owner, room, crane.id, false)).is_pinned).toBe(false)
  await pin(owner, room, crane.id, false)
  expect(await pinned(viewer, room)).toEqual(['Gate code 4711'])
  const deletion = { params: { id: room.id, messageId: gate.id }, body: { status: 'DELETED' as const } }
  expect((await owner.client.call(updateMessageStatus, deletion)).is_pinned).toBe(false)
  expect(await pinned(viewer, room)).toEqual([])
  expect((await refusal(pin(owner, room, gate.id))).status).toBe(409)
})

test('Viewers cannot pin, and people outside a conversation can neither pin nor see pins', async () => {
  const { owner, editor, contributor, viewer, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Gate code 4711')
  expect((await refusal(pin(viewer, room, id))).status).toBe(403)
  const body = { kind: 'DIRECT' as const, member_ids: [editor.id] }
  const pair = await owner.client.call(openChat, { body })
  const secret = await say(owner, pair, 'Between us')
  await pin(editor, pair, secret.id)
  expect((await refusal(pin(contributor, pair, secret.id))).status).toBe(404)
  expect((await refusal(pin(contributor, room, secret.id))).status).toBe(404)
  expect((await refusal(pinned(contributor, pair))).status).toBe(404)
  expect(await pinned(contributor, room)).toEqual([])
})

test('A pin reaches other members of the conversation once', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const { id } = await say(owner, room, 'Gate code 4711')
  const listener = new Listener(await listenOnPort(app), editor.client)
  await listener.first('hello')
  await Promise.all([pin(owner, room, id), pin(owner, room, id)])
  await say(owner, room, 'End')
  await listener.first('chat.message')
  expect(listener.frames.filter(({ type }) => type === 'chat.updated')).toHaveLength(1)
  listener.close()
})

test('More pinned messages than the limit are refused, however many are pinned at once', async () => {
  const { owner, editor, room } = await makeRoom(app)
  const ids: string[] = []
  for (let n = 0; n < maxPinnedMessages + 2; n++) ids.push((await say(owner, room, `Message ${n}`)).id)
  for (const id of ids.slice(3)) await pin(owner, room, id)
  const last = await Promise.allSettled([
    pin(owner, room, ids[0] ?? ''),
    pin(editor, room, ids[1] ?? ''),
    pin(editor, room, ids[2] ?? ''),
  ])
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await pinned(owner, room)).toHaveLength(maxPinnedMessages)
  // a deleted message gives its place to another
  const params = { id: room.id, messageId: ids.at(-1) ?? '' }
  await owner.client.call(updateMessageStatus, { params, body: { status: 'DELETED' } })
  const next = await say(owner, room, 'Next')
  expect((await pin(owner, room, next.id)).is_pinned).toBe(true)
})
