import path from 'node:path'
import {
  addChatFile,
  listMessages,
  openChat,
  sendMessage,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../test/make.ts'
import { sweepChatFiles } from './sweep.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeRoom() {
  const owner = await makeOwner(app)
  const editor = await makeMember(app, owner.project.id, 'EDITOR')
  const chat = await owner.client.call(openChat, {
    body: { kind: 'PROJECT', project_id: owner.project.id },
  })
  const params = { id: chat.id }
  const add = (user: User, name: string, bytes: Uint8Array | string, id?: string) =>
    user.client.call(addChatFile, {
      params,
      query: id ? { name, id } : { name },
      file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    })
  const send = (user: User, file_ids: string[], message = '') =>
    user.client.call(sendMessage, { params, body: { message, file_ids } })
  const get = async (user: User, fileId: string, query = '') => {
    const answer = await app.fastify.inject({
      url: `/api/chat/${chat.id}/file/${fileId}${query}`,
      headers: { cookie: [...user.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  return { owner, editor, chat, params, add, send, get }
}

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c40' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Secretphone' } })
    .toBuffer()

const blobOf = async (fileId: string) => {
  const row = await app.server.db
    .selectFrom('chat_files')
    .select(['chat_id', 'blob_id'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  return `chats/${row.chat_id}/${row.blob_id}/original`
}

test('A photo sent with a message reaches others without EXIF data, its author can download the original', async () => {
  const { owner, editor, add, send, get } = await makeRoom()
  const file = await add(owner, 'crack.jpg', await photo())
  expect(file).toMatchObject({ kind: 'PHOTO', width: 60, height: 40, type: 'image/jpeg' })
  const message = await send(owner, [file.id])
  expect(message.files).toMatchObject([{ id: file.id, name: 'crack.jpg' }])
  const seen = await get(editor, file.id)
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(seen.bytes.includes('Secretphone')).toBe(false)
  expect((await get(editor, file.id, '?as=thumbnail')).status).toBe(200)
  expect((await get(editor, file.id, '?as=original')).status).toBe(404)
  expect((await get(owner, file.id, '?as=original')).bytes.includes('Secretphone')).toBe(true)
})

test('A file gets its media type from its content and is served as a download', async () => {
  const { owner, editor, add, send, get } = await makeRoom()
  const file = await add(owner, 'plan.pdf', '<html><script>alert(1)</script>')
  expect(file).toMatchObject({ kind: 'FILE', type: 'application/octet-stream', width: null })
  await send(owner, [file.id], 'See the plan')
  const { headers, status } = await get(editor, file.id)
  expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream'])
  expect(headers['content-disposition']).toContain('attachment')
  expect(headers['content-security-policy']).toContain('sandbox')
  expect((await get(editor, file.id, '?as=picture')).status).toBe(404)
  const broken = add(owner, 'broken.jpg', Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]))
  expect((await refusal(broken)).body.error).toBe('unsupported_type')
})

test('An unsent file is available to its author only, and cannot be sent by others', async () => {
  const { owner, editor, params, add, send, get } = await makeRoom()
  const file = await add(owner, 'a.txt', 'mine')
  expect((await get(editor, file.id)).status).toBe(404)
  expect((await get(owner, file.id)).status).toBe(200)
  expect((await refusal(send(editor, [file.id], 'stolen'))).status).toBe(404)
  await send(owner, [file.id])
  expect((await refusal(send(owner, [file.id], 'again'))).status).toBe(404)
  expect(await editor.client.call(listMessages, { params, query: {} })).toHaveLength(1)
})

test('An upload repeated with the same id creates one file; the id is refused to others', async () => {
  const { owner, editor, add } = await makeRoom()
  const id = crypto.randomUUID()
  const both = await Promise.all([add(owner, 'a.txt', 'one', id), add(owner, 'a.txt', 'one', id)])
  expect(both.map((file) => file.id)).toEqual([id, id])
  expect((await refusal(add(editor, 'b.txt', 'two', id))).body.error).toBe('already_exists')
})

test('Files of a message keep the order of the request', async () => {
  const { owner, add, send } = await makeRoom()
  const names = ['c.txt', 'a.txt', 'b.txt']
  const files = []
  for (const name of names) files.push(await add(owner, name, name))
  const message = await send(
    owner,
    files.reverse().map(({ id }) => id),
  )
  expect(message.files.map(({ name }) => name)).toEqual(['b.txt', 'a.txt', 'c.txt'])
})

test('Deleting a message deletes its files, and the sweep their blobs', async () => {
  const { owner, editor, params, add, send, get } = await makeRoom()
  const file = await add(owner, 'a.txt', 'secret')
  const key = await blobOf(file.id)
  const { id: messageId } = await send(owner, [file.id])
  await owner.client.call(updateMessageStatus, {
    params: { ...params, messageId },
    body: { status: 'DELETED' },
  })
  expect((await get(editor, file.id)).status).toBe(404)
  expect(await app.server.blobs.size(key)).not.toBeNull()
  await sweepChatFiles(app.server)
  expect(await app.server.blobs.size(key)).toBeNull()
})

test('A blob that cannot be removed does not keep the sweep from others', async () => {
  const { owner, params, add, send } = await makeRoom()
  const files = [
    await add(owner, 'a.txt', 'a'),
    await add(owner, 'b.txt', 'b'),
    await add(owner, 'c.txt', 'c'),
  ]
  const keys = await Promise.all(files.map(({ id }) => blobOf(id)))
  const { id: messageId } = await send(
    owner,
    files.map(({ id }) => id),
  )
  await owner.client.call(updateMessageStatus, {
    params: { ...params, messageId },
    body: { status: 'DELETED' },
  })
  const { blobs } = app.server
  const stuck = path.dirname(keys[1] as string)
  const remove = async (key: string) => {
    if (key === stuck) throw new Error('no permission')
    await blobs.remove(key)
  }
  const sweep = () =>
    sweepChatFiles({ ...app.server, blobs: Object.create(blobs, { remove: { value: remove } }) })
  await expect(sweep()).rejects.toThrow('no permission')
  const sizes = () => Promise.all(keys.map((key) => blobs.size(key)))
  expect(await sizes()).toEqual([null, 1, null])
  await sweepChatFiles(app.server)
  expect(await sizes()).toEqual([null, null, null])
})

test('Files not sent within a day are swept, sent files stay', async () => {
  const { owner, add, send, get } = await makeRoom()
  const [kept, lost] = [await add(owner, 'kept.txt', 'kept'), await add(owner, 'lost.txt', 'lost')]
  const keys = [await blobOf(kept.id), await blobOf(lost.id)]
  await send(owner, [kept.id])
  const tomorrow = () => new Date(Date.now() + 25 * 3600 * 1000)
  await sweepChatFiles({ ...app.server, now: tomorrow })
  expect((await get(owner, lost.id)).status).toBe(404)
  expect(await app.server.blobs.size(keys[1] as string)).toBeNull()
  expect((await get(owner, kept.id)).status).toBe(200)
})

test('Deleting an account removes the original photos and keeps the pictures', async () => {
  const { owner, editor, add, send, get } = await makeRoom()
  const file = await add(editor, 'crack.jpg', await photo())
  const unsent = await add(editor, 'unsent.txt', 'never')
  const keys = [await blobOf(file.id), await blobOf(unsent.id)]
  await send(editor, [file.id])
  await editor.client.call(deleteMe, {})
  await sweepChatFiles(app.server)
  for (const key of keys) expect(await app.server.blobs.size(key)).toBeNull()
  expect((await get(owner, file.id)).status).toBe(200)
})

test('Purging a project removes the files of its conversation', async () => {
  const { owner, add, send } = await makeRoom()
  const file = await add(owner, 'a.txt', 'gone')
  await send(owner, [file.id])
  const key = await blobOf(file.id)
  await app.server.db.deleteFrom('projects').where('id', '=', owner.project.id).execute()
  await sweepChatFiles(app.server)
  expect(await app.server.blobs.size(key)).toBeNull()
})
