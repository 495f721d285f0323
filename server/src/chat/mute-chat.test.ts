import {
  countUnread,
  listChats,
  muteChat,
  openChat,
  sendMessage,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { countNotifications, listNotifications } from '@plumbline/contract/notifications/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, type User } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeRoom() {
  const owner = await makeOwner(app)
  const [editor, viewer] = [
    await makeMember(app, owner.project.id, 'EDITOR'),
    await makeMember(app, owner.project.id, 'VIEWER'),
  ]
  const body = { kind: 'PROJECT' as const, project_id: owner.project.id }
  const { id } = await owner.client.call(openChat, { body })
  return { owner, editor, viewer, params: { id } }
}
type Params = { id: string }
const mute = (user: User, params: Params, is_muted = true) =>
  user.client.call(muteChat, { params, body: { is_muted } })
const say = (user: User, params: Params, message: string) =>
  user.client.call(sendMessage, { params, body: { message } })
const notes = async (user: User) =>
  (await user.client.call(listNotifications, { query: {} }))
    .filter(({ type }) => type === 'CHAT_MESSAGE')
    .map(({ payload }) => payload.message)

test('A muted conversation notifies nobody who muted it, and its unread messages count in the list only', async () => {
  const { owner, editor, viewer, params } = await makeRoom()
  expect(await mute(viewer, params)).toMatchObject({ is_muted: true, unread: 0 })
  await say(owner, params, `Look, @[Vera](user:${viewer.id})`)
  expect(await notes(viewer)).toEqual([])
  expect((await notes(editor)).length).toBe(1)
  expect(await viewer.client.call(countUnread, {})).toEqual({ unread: 0 })
  expect((await viewer.client.call(countNotifications, { query: {} })).chat).toBe(0)
  const [listed] = await viewer.client.call(listChats, {})
  expect([listed?.is_muted, listed?.unread]).toEqual([true, 1])
  expect((await editor.client.call(listChats, {}))[0]?.is_muted).toBe(false)
  await mute(viewer, params, false)
  expect(await viewer.client.call(countUnread, {})).toEqual({ unread: 1 })
  await say(owner, params, 'Again')
  expect(await notes(viewer)).toEqual(['Again'])
})

test('Muting moves no read position: messages stay unread, and are read as before', async () => {
  const { owner, viewer, params } = await makeRoom()
  await say(owner, params, 'Before')
  await mute(viewer, params)
  const { id } = await say(owner, params, 'After')
  const [listed] = await viewer.client.call(listChats, {})
  expect([listed?.unread, listed?.read_position]).toEqual([2, 0])
  const read = { params: { ...params, messageId: id }, body: { status: 'READ' as const } }
  await viewer.client.call(updateMessageStatus, read)
  expect((await viewer.client.call(listChats, {}))[0]).toMatchObject({ unread: 0, is_muted: true })
})

test('Only the person who mutes a conversation gets the event, once; strangers do not find it', async () => {
  const { owner, editor, params } = await makeRoom()
  const origin = await listenOnPort(app)
  const [own, other] = [new Listener(origin, editor.client), new Listener(origin, owner.client)]
  await Promise.all([own.first('hello'), other.first('hello')])
  await mute(editor, params)
  await mute(editor, params)
  await say(owner, params, 'End')
  await Promise.all([own.first('chat.message'), other.first('chat.message')])
  const heard = ({ frames }: Listener) => frames.filter(({ type }) => type === 'chat.updated').length
  expect([heard(own), heard(other)]).toEqual([1, 0])
  own.close()
  other.close()
  expect((await refusal(mute(await makeOwner(app), params))).status).toBe(404)
})
