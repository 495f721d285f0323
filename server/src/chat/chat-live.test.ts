import { getStreamToken, openChat, sayTyping, sendMessage } from '@plumbline/contract/chat/chat'
import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner } from '../../test/make.ts'

const SECRET = 'a secret that Stream gave its operator'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ GETSTREAM_KEY: 'key-of-stream', GETSTREAM_SECRET: SECRET })
})
afterAll(() => app.close())

async function makeRoom() {
  const owner = await makeOwner(app)
  const editor = await makeMember(app, owner.project.id, 'EDITOR')
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const body = { kind: 'PROJECT' as const, project_id: owner.project.id }
  const { id } = await owner.client.call(openChat, { body })
  return { owner, editor, viewer, params: { id } }
}

test('A typing hint only reaches other members of the conversation', async () => {
  const { owner, editor, params } = await makeRoom()
  const stranger = await makeOwner(app)
  const origin = await listenOnPort(app)
  const [hers, theirs, own] = [editor, stranger, owner].map(({ client }) => new Listener(origin, client))
  await Promise.all([hers, theirs, own].map((listener) => listener?.first('hello')))
  await owner.client.call(sayTyping, { params })
  const frame = await hers?.first('chat.typing')
  expect(frame).toMatchObject({ id: 0, data: { chat_id: params.id, user_id: owner.id } })
  // an event published later arrives later
  await owner.client.call(sendMessage, { params, body: { message: 'Done' } })
  await own?.first('chat.message')
  const other = await stranger.client.call(openChat, {
    body: { kind: 'PROJECT', project_id: stranger.project.id },
  })
  await stranger.client.call(sendMessage, { params: { id: other.id }, body: { message: 'Here' } })
  await theirs?.first('chat.message')
  for (const listener of [own, theirs])
    expect(listener?.frames.filter(({ type }) => type === 'chat.typing')).toEqual([])
  for (const listener of [hers, theirs, own]) listener?.close()
})

test('Typing hints of callers who may not write are refused, and they are rate limited', async () => {
  const { editor, viewer, params } = await makeRoom()
  expect((await refusal(viewer.client.call(sayTyping, { params }))).body.error).toBe('forbidden')
  const many = await Promise.allSettled(
    Array.from({ length: 60 }, () => editor.client.call(sayTyping, { params })),
  )
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
})

test('With a GetStream key and secret, the token is valid for GetStream', async () => {
  const { owner } = await makeRoom()
  const { token, provider } = await owner.client.call(getStreamToken, {})
  expect(provider).toBe('stream')
  const { payload, protectedHeader } = await jwtVerify(token ?? '', new TextEncoder().encode(SECRET))
  expect([protectedHeader.alg, payload.user_id]).toEqual(['HS256', owner.id])
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(24 * 3600)
  const key = await owner.client.call(getSettingAsJson, { params: { name: 'GETSTREAM_KEY' } })
  expect(key).toBe('key-of-stream')
})

test('Without a GetStream secret chat is built in, even with a key', async () => {
  const plain = await startApp({ GETSTREAM_KEY: 'key-of-stream' })
  try {
    const owner = await makeOwner(plain)
    expect(await owner.client.call(getStreamToken, {})).toEqual({ token: null, provider: 'builtin' })
    expect(await owner.client.call(getSettingAsJson, { params: { name: 'GETSTREAM_KEY' } })).toBeNull()
  } finally {
    await plain.close()
  }
})
