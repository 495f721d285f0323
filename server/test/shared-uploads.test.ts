import { randomBytes, randomUUID } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createHeader, createVariant } from '@plumbline/contract/bim/bim'
import { createFileUpload } from '@plumbline/contract/users/file-uploads'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { buildFileUploadKey } from '../src/blobs/file-uploads.ts'
import { readConfig } from '../src/config.ts'
import { listenOnPort, startApp, type TestApp } from './app.ts'
import { Client, refusal } from './client.ts'
import { makeOwner, makeUser, type User } from './make.ts'
import { startS3 } from './s3.ts'
import { longTest } from './size.ts'
import { awaitBytes, drawing, type RawCall, sendRaw, uploadCalls } from './upload-calls.ts'

/** Uploads to two servers with a shared object storage: each resumes uploads that were cut off at the other. */

const MB = 1024 * 1024
const { create, ask, send, drop } = uploadCalls

let s3: Awaited<ReturnType<typeof startS3>>
/** gives the database */
let base: TestApp
let apps: App[]
let here: TestApp
let there: TestApp
let sender: User
beforeAll(async () => {
  s3 = await startS3()
  base = await startApp()
  const shared = { BLOB_URL: s3.url, DATABASE_URL: base.url, SECRET_KEY: randomBytes(20).toString('hex') }
  const start = (name: string) => {
    const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: name, ...shared }
    return createApp({ config: readConfig(environment, base.dataDir), databaseUrl: base.url })
  }
  const one = await start('one')
  const two = await start('two')
  apps = [one, two]
  here = { ...base, ...one }
  there = { ...base, ...two }
  sender = await makeUser(here)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await base.close()
  await s3.close()
})

/** Sends a call of the sender to one of the servers. */
function callAt(app: TestApp, call: RawCall) {
  const client = new Client(app)
  for (const [name, value] of sender.client.cookies) client.cookies.set(name, value)
  return sendRaw(client, call)
}
const readOffset = async (app: TestApp, uploadId: string) =>
  Number((await callAt(app, ask(uploadId))).headers['upload-offset'])

/** Announces a file and creates its upload at the first server. */
async function begin(size: number) {
  const { id } = await sender.client.call(createFileUpload, { body: { id: randomUUID(), size_bytes: size } })
  const uploadId = `file_${id}`
  expect((await callAt(here, create(size, uploadId))).status).toBe(201)
  return { id, uploadId, bytes: randomBytes(size) }
}
const read = async ({ id }: { id: string }) => buffer(await here.server.blobs.read(buildFileUploadKey(id)))
const listPieces = ({ uploadId }: { uploadId: string }) =>
  s3.keys().filter((key) => key.includes(`/uploads/${uploadId}/`))

/** Starts sending bytes from the beginning, and leaves the request open. */
async function hang(app: TestApp, uploadId: string, bytes: Buffer) {
  const { port } = new URL(await listenOnPort(app))
  const { cookies } = sender.client
  const call = send(bytes, 0, uploadId)
  const request = openRequest({
    ...{ port, host: '127.0.0.1', method: call.method, path: call.path, agent: false },
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN'),
      'tus-resumable': '1.0.0',
      ...call.headers,
      'content-length': bytes.length + 1000,
    },
  })
  const status = new Promise<number | undefined>((resolve) => {
    request.on('response', (answer) => resolve(answer.statusCode)).on('error', () => resolve(undefined))
  })
  request.write(bytes)
  return { request, status }
}

/** Number of stored bytes according to the row. */
const countStored = async (uploadId: string) =>
  (
    await here.server.db
      .selectFrom('uploads')
      .select('received')
      .where('id', '=', uploadId)
      .executeTakeFirst()
  )?.received

test('An upload continues at either server, and the file is intact', async () => {
  const upload = await begin(20 * MB)
  const ends = [3 * MB, 11 * MB, 11 * MB + 5, 20 * MB]
  let from = 0
  for (const [index, end] of ends.entries()) {
    const app = index % 2 === 0 ? there : here
    const answer = await callAt(app, send(upload.bytes.subarray(from, end), from, upload.uploadId))
    expect([answer.status, answer.headers['upload-offset']]).toEqual([204, String(end)])
    if (end < 20 * MB) expect(await readOffset(app === here ? there : here, upload.uploadId)).toBe(end)
    from = end
  }
  expect((await read(upload)).equals(upload.bytes)).toBe(true)
  expect([listPieces(upload), await countStored(upload.uploadId)]).toEqual([[], undefined])
})

test('A request at one server stops a hanging one at the other, whose bytes stay', async () => {
  const upload = await begin(10 * MB)
  const first = await hang(here, upload.uploadId, upload.bytes.subarray(0, 9 * MB))
  await expect.poll(() => countStored(upload.uploadId), { timeout: 20_000 }).toBe(8 * MB)
  const offset = await readOffset(there, upload.uploadId)
  expect(offset).toBeGreaterThanOrEqual(8 * MB)
  expect(offset).toBeLessThanOrEqual(9 * MB)
  expect(await first.status).toBe(409)
  await callAt(there, send(upload.bytes.subarray(offset), offset, upload.uploadId))
  expect((await read(upload)).equals(upload.bytes)).toBe(true)
})

test('A server that has lost its lock adds nothing to an upload that another has continued', async () => {
  const upload = await begin(10 * MB)
  const first = await hang(here, upload.uploadId, upload.bytes.subarray(0, 9 * MB))
  await expect.poll(() => countStored(upload.uploadId), { timeout: 20_000 }).toBe(8 * MB)
  // the connection that holds the lock; before it ends, the other server would ask this one to stop, which
  // stores its bytes
  const { rows } = await sql<{ pid: number }>`select l.pid, pg_terminate_backend(l.pid)
    from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and d.datname = current_database()`.execute(here.server.db)
  const ended = sql`select 1 from pg_locks where pid = any (${rows.map(({ pid }) => pid)}::int[])`
  await expect.poll(async () => (await ended.execute(here.server.db)).rows).toEqual([])
  const rest = upload.bytes.subarray(8 * MB)
  expect((await callAt(there, send(rest.subarray(0, 500), 8 * MB, upload.uploadId))).status).toBe(204)
  first.request.end(Buffer.alloc(1000))
  expect(await first.status).toBe(409)
  expect(await readOffset(here, upload.uploadId)).toBe(8 * MB + 500)
  expect(listPieces(upload)).toHaveLength(2)
  await callAt(here, send(rest.subarray(500), 8 * MB + 500, upload.uploadId))
  expect((await read(upload)).equals(upload.bytes)).toBe(true)
})

test('A file that is too large for an object is refused when it is announced', async () => {
  const environment = { BLOB_URL: s3.url, MAX_UPLOAD_BYTES: '10000000000' }
  const app = await startApp({ ...environment, SECRET_KEY: 'k'.repeat(32) })
  onTestFinished(() => app.close())
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { id: headerId } = await client.call(createHeader, { params, body: { name: 'Survey' } })
  const announce = (size_bytes: number) =>
    client.call(createVariant, { params: { ...params, headerId }, body: { file_name: 'a.ifc', size_bytes } })
  await announce(5 * 1024 ** 3)
  expect((await refusal(announce(5 * 1024 ** 3 + 1))).body.error).toBe('too_large')
})

test('A file whose announcement is deleted while it is stored leaves no object', async () => {
  const upload = await begin(1000)
  const { blobs, db } = here.server
  const copyFile = blobs.copyFile.bind(blobs)
  const spy = vi.spyOn(blobs, 'copyFile').mockImplementation(async (key, file) => {
    await copyFile(key, file)
    if (key === buildFileUploadKey(upload.id))
      await db.deleteFrom('file_uploads').where('id', '=', upload.id).execute()
  })
  onTestFinished(() => spy.mockRestore())
  expect((await callAt(here, send(upload.bytes, 0, upload.uploadId))).status).toBe(404)
  expect(s3.keys().filter((key) => key.includes(upload.id))).toEqual([])
})

test('Many short requests leave one object', async () => {
  const upload = await begin(1000)
  for (let from = 0; from < 40; from++)
    await callAt(from % 2 ? here : there, send(upload.bytes.subarray(from, from + 1), from, upload.uploadId))
  expect(await readOffset(here, upload.uploadId)).toBe(40)
  expect(listPieces(upload)).toHaveLength(1)
})

test('The sweep of any server completes an upload whose server was killed before it took the file', async () => {
  const upload = await begin(1000)
  await callAt(here, send(upload.bytes.subarray(0, 999), 0, upload.uploadId))
  const [piece = ''] = listPieces(upload).map((key) => key.slice(key.indexOf('uploads/')))
  await here.server.blobs.put(piece, upload.bytes)
  const long_ago = new Date(Date.now() - 60_000).toISOString()
  await here.server.db
    .updateTable('uploads')
    .set({ received: 1000, changed_at: long_ago })
    .where('id', '=', upload.uploadId)
    .execute()
  await there.sweepFolders()
  expect((await read(upload)).equals(upload.bytes)).toBe(true)
  expect(await readOffset(here, upload.uploadId)).toBe(1000)
})

longTest('A whole upload is completed by the sweep although a thousand others were given up', async () => {
  const { db } = here.server
  const old = new Date(Date.now() - 2 * 24 * 3600 * 1000).toISOString()
  await sql`with files as (
      insert into file_uploads (id, user_id, size_bytes, created_at)
      select gen_random_uuid(), ${sender.id}, 10, now() from generate_series(1, 1000) returning id)
    insert into uploads (id, size, received, pieces, changed_at)
    select 'file_' || id, 10, 5, '{0-none}', ${old} from files`.execute(db)
  onTestFinished(async () => void (await sql`delete from uploads where changed_at = ${old}`.execute(db)))
  const upload = await begin(1000)
  await here.server.blobs.put(`uploads/${upload.uploadId}/0-whole`, upload.bytes)
  const changed_at = new Date(Date.now() - 60_000).toISOString()
  const whole = { received: 1000, pieces: ['0-whole'], changed_at }
  await db.updateTable('uploads').set(whole).where('id', '=', upload.uploadId).execute()
  await here.sweepFolders()
  expect((await read(upload)).equals(upload.bytes)).toBe(true)
})

test('A complete upload whose sender has lost the right is not read by the sweep', async () => {
  const { project } = await makeOwner(here)
  const { uploadId } = await awaitBytes(here, project.id, drawing.length, { created_by: sender.id })
  const { blobs, db } = here.server
  await blobs.put(`uploads/${uploadId}/0-piece`, drawing)
  const [size, changed_at] = [drawing.length, new Date(Date.now() - 60_000).toISOString()]
  const row = { id: uploadId, size, received: size, pieces: ['0-piece'], changed_at }
  await db.insertInto('uploads').values(row).execute()
  const reading = vi.spyOn(blobs, 'read')
  onTestFinished(() => reading.mockRestore())
  await here.sweepFolders()
  expect(reading).not.toHaveBeenCalled()
  expect(await countStored(uploadId)).toBe(size)
  const membership = { project_id: project.id, user_id: sender.id, permission_level: 'EDITOR' } as const
  await db
    .insertInto('project_members')
    .values({ ...membership, role: 'ARCHITECT' })
    .execute()
  await here.sweepFolders()
  expect(reading).toHaveBeenCalled()
  expect(await countStored(uploadId)).toBeUndefined()
})

test('An upload that has lost a piece, as after a restore, starts again', async () => {
  const upload = await begin(1000)
  await callAt(here, send(upload.bytes.subarray(0, 500), 0, upload.uploadId))
  await here.server.blobs.remove(`uploads/${upload.uploadId}`)
  expect((await callAt(there, send(upload.bytes.subarray(500), 500, upload.uploadId))).status).toBe(404)
  expect((await callAt(there, ask(upload.uploadId))).status).toBe(404)
  expect((await callAt(there, create(1000, upload.uploadId))).status).toBe(201)
  expect((await callAt(here, send(upload.bytes, 0, upload.uploadId))).status).toBe(204)
  expect((await read(upload)).equals(upload.bytes)).toBe(true)
})

test('An upload that is given up or forgotten leaves neither row nor object', async () => {
  const [given, forgotten] = [await begin(1000), await begin(1000)]
  for (const { bytes, uploadId } of [given, forgotten])
    await callAt(here, send(bytes.subarray(0, 500), 0, uploadId))
  expect((await callAt(there, drop(given.uploadId))).status).toBe(204)
  const eight_days_ago = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString()
  await here.server.db
    .updateTable('uploads')
    .set({ changed_at: eight_days_ago })
    .where('id', '=', forgotten.uploadId)
    .execute()
  await here.sweepFolders()
  for (const upload of [given, forgotten])
    expect([listPieces(upload), await countStored(upload.uploadId)]).toEqual([[], undefined])
})
