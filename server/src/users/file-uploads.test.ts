import * as attachments from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import { createFileUpload, maxUnusedUploadBytes } from '@plumbline/contract/users/file-uploads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner, type User } from '../../test/make.ts'
import { countReceivedBytes, sendRaw, uploadCalls } from '../../test/upload-calls.ts'
import { buildFileUploadKey } from '../blobs/file-uploads.ts'
import { sweepFileUploads } from './receive-file.ts'

/** Files that are sent in pieces and then taken by a call. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const { create, ask, send } = uploadCalls
const DAY_MS = 24 * 3600 * 1000
const bytes = Buffer.from('Delivery note: 12 bars of 16 mm, 4 bars of 20 mm')
const half = 20

const announce = (user: User, id: string = crypto.randomUUID(), size_bytes = bytes.length) =>
  user.client.call(createFileUpload, { body: { id, size_bytes } })

/** Announces a file and sends its first bytes. */
async function begin(user: User) {
  const { id } = await announce(user)
  const uploadId = `file_${id}`
  expect((await sendRaw(user.client, create(bytes.length, uploadId))).status).toBe(201)
  expect((await sendRaw(user.client, send(bytes.subarray(0, half), 0, uploadId))).status).toBe(204)
  return { id, uploadId }
}
const finish = (user: User, uploadId: string) =>
  sendRaw(user.client, send(bytes.subarray(half), half, uploadId))

async function makeIssue() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const { id } = await owner.client.call(issues.createIssue, { params, body: { name: 'Crack' } })
  /** takes the file that was sent in pieces */
  const attach = (upload_id: string, user: User = owner) =>
    user.client.call(attachments.addAttachment, {
      params: { ...params, issueId: id },
      query: { name: 'note.txt', upload_id },
    } as never)
  const read = async (attachmentId: string) => {
    const url = `/api/project/${params.id}/issue/${id}/attachment/${attachmentId}`
    const cookie = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return (await app.fastify.inject({ url, headers: { cookie } })).body
  }
  return { owner, attach, read }
}

const missing = { status: 409, message: expect.stringContaining('has not been sent completely') }

const countRows = async (id: string) =>
  (await app.server.db.selectFrom('file_uploads').select('id').where('id', '=', id).execute()).length
const getStoredSize = (id: string) => app.server.blobs.size(buildFileUploadKey(id))

test('A file sent in two pieces, with the announcement repeated between, becomes an attachment and is then deleted', async () => {
  const { owner, attach, read } = await makeIssue()
  const { id, uploadId } = await begin(owner)
  await announce(owner, id)
  const asked = await sendRaw(owner.client, ask(uploadId))
  expect(asked.headers['upload-offset']).toBe(String(half))
  expect((await finish(owner, uploadId)).status).toBe(204)
  expect(countReceivedBytes(app, uploadId)).toBe(null)
  const attachment = await attach(id)
  expect(attachment).toMatchObject({ name: 'note.txt', size: bytes.length })
  expect(await read(attachment.id)).toBe(bytes.toString())
  await expect.poll(() => countRows(id)).toBe(0)
  expect(await getStoredSize(id)).toBe(null)
})

test('An incomplete upload is not accepted, and its bytes stay for the next attempt', async () => {
  const { owner, attach } = await makeIssue()
  const { id, uploadId } = await begin(owner)
  expect(await refusal(attach(id))).toMatchObject(missing)
  expect(countReceivedBytes(app, uploadId)).toBe(half)
  await finish(owner, uploadId)
  expect(await attach(id)).toMatchObject({ size: bytes.length })
})

test('Nobody can send to, take or announce again the upload of another user', async () => {
  const { owner } = await makeIssue()
  const other = await makeIssue()
  const { id, uploadId } = await begin(owner)
  for (const call of [
    ask(uploadId),
    send(bytes.subarray(half), half, uploadId),
    create(bytes.length, uploadId),
  ])
    expect((await sendRaw(other.owner.client, call)).status).toBe(404)
  expect(await refusal(announce(other.owner, id))).toMatchObject({
    status: 409,
    body: { error: 'already_exists' },
  })
  await finish(owner, uploadId)
  expect(await refusal(other.attach(id))).toMatchObject(missing)
  expect(await getStoredSize(id)).toBe(bytes.length)
})

test('A file refused by its call stays for a corrected call', async () => {
  const { owner, attach } = await makeIssue()
  const stranger = await makeIssue()
  const { id, uploadId } = await begin(owner)
  await finish(owner, uploadId)
  expect(await refusal(stranger.attach(id, owner))).toMatchObject({ status: 404 })
  expect(await getStoredSize(id)).toBe(bytes.length)
  expect(await attach(id)).toMatchObject({ size: bytes.length })
})

test('Files that no call takes are deleted after a day, with bytes that arrived only in part', async () => {
  const { owner } = await makeIssue()
  const whole = await begin(owner)
  await finish(owner, whole.uploadId)
  const part = await begin(owner)
  const later = new Date(app.server.now().getTime() + DAY_MS + 60_000)
  await sweepFileUploads({ ...app.server, now: () => later })
  expect([await countRows(whole.id), await countRows(part.id)]).toEqual([0, 0])
  expect(await getStoredSize(whole.id)).toBe(null)
  await app.sweepFolders()
  expect(countReceivedBytes(app, part.uploadId)).toBe(null)
})

test('An unused file whose bytes cannot be removed does not keep the sweep from others', async () => {
  const { owner } = await makeIssue()
  const [stuck, other] = [await begin(owner), await begin(owner)]
  for (const { uploadId } of [stuck, other]) await finish(owner, uploadId)
  const { blobs } = app.server
  const remove = async (key: string) => {
    if (key.endsWith(stuck.id)) throw new Error('no permission')
    await blobs.remove(key)
  }
  const later = new Date(app.server.now().getTime() + DAY_MS + 60_000)
  const machines = { ...app.server, now: () => later }
  const failing = { ...machines, blobs: Object.create(blobs, { remove: { value: remove } }) }
  await expect(sweepFileUploads(failing)).rejects.toThrow('no permission')
  expect([await getStoredSize(stuck.id), await getStoredSize(other.id)]).toEqual([bytes.length, null])
  await sweepFileUploads(machines)
  expect(await getStoredSize(stuck.id)).toBe(null)
})

test('A file that is announced again while the sweep deletes it is sent from the start', async () => {
  const { owner, attach } = await makeIssue()
  const { id, uploadId } = await begin(owner)
  await finish(owner, uploadId)
  const { blobs } = app.server
  const remove = async (key: string) => {
    await announce(owner, id)
    await blobs.remove(key)
  }
  const later = new Date(app.server.now().getTime() + DAY_MS + 60_000)
  await sweepFileUploads({
    ...app.server,
    blobs: Object.create(blobs, { remove: { value: remove } }),
    now: () => later,
  })
  expect(await refusal(attach(id))).toMatchObject(missing)
  expect((await sendRaw(owner.client, create(bytes.length, uploadId))).status).toBe(201)
  expect((await sendRaw(owner.client, send(bytes, 0, uploadId))).status).toBe(204)
  expect(await attach(id)).toMatchObject({ size: bytes.length })
})

test('A user who announces more than the bound loses the oldest unused file, and nobody else does', async () => {
  const { owner } = await makeIssue()
  const other = await begin((await makeIssue()).owner)
  const { id } = await begin(owner)
  const size = 25_000_000
  for (let bytesLeft = maxUnusedUploadBytes; bytesLeft > 0; bytesLeft -= size)
    await announce(owner, crypto.randomUUID(), size)
  await sweepFileUploads(app.server)
  expect([await countRows(id), await countRows(other.id)]).toEqual([0, 1])
})
