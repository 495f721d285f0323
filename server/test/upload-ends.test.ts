import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'
import { startApp, type TestApp } from './app.ts'
import { makeMember, makeOwner } from './make.ts'
import {
  awaitBytes,
  countReceivedBytes,
  drawing,
  getUploadPath,
  getVersionRow,
  hashBytes,
  type RawCall,
  sendRaw,
  uploadCalls,
} from './upload-calls.ts'

/** Interruptions at the end of an upload. */

let app: TestApp
let sender: Awaited<ReturnType<typeof makeOwner>>
beforeAll(async () => {
  app = await startApp()
  sender = await makeOwner(app)
})
afterAll(() => app.close())
afterEach(() => void vi.restoreAllMocks())

const { create, ask, send } = uploadCalls
const size = drawing.length
const half = 40
const by = (call: RawCall) => sendRaw(sender.client, call)
const own = (more?: Parameters<typeof awaitBytes>[3]) =>
  awaitBytes(app, sender.project.id, size, { created_by: sender.id, ...more })
const stored = async ({ variantId }: { variantId: string }) =>
  text(await app.server.blobs.read(`variants/${variantId}/file`))

/** Starts an upload and sends its first bytes. */
async function begun() {
  const version = await own()
  await by(create(size, version.uploadId))
  await by(send(drawing.subarray(0, half), 0, version.uploadId))
  return version
}

describe('An upload interrupted at its end', () => {
  /** All bytes are received but not stored: the server was killed in between. */
  async function whole(more?: Parameters<typeof awaitBytes>[3]) {
    const version = await own({ sha256: hashBytes(drawing), ...more })
    await by(create(size, version.uploadId))
    await fsp.writeFile(getUploadPath(app, version.uploadId), drawing)
    return version
  }
  /** The file is stored but the version not queued. */
  async function moved() {
    const version = await whole()
    const folder = path.join(app.dataDir, 'blobs', 'variants', version.variantId)
    await fsp.mkdir(folder, { recursive: true })
    await fsp.rename(getUploadPath(app, version.uploadId), path.join(folder, 'file'))
    await fsp.writeFile(`${getUploadPath(app, version.uploadId)}.json`, '{}')
    return version
  }
  const states = { 'all bytes are there': whole, 'its file was moved already': moved }
  const calls: [string, (id: string) => RawCall, number][] = [
    ['HEAD', ask, 200],
    ['POST', (id) => create(size, id), 409],
    ['PATCH', (id) => send(Buffer.alloc(0), size, id), 409],
  ]
  for (const [state, make] of Object.entries(states)) {
    test.each(calls)(`${state}: %s completes it`, async (_, call, status) => {
      const version = await make()
      expect((await by(call(version.uploadId))).status).toBe(status)
      expect(await getVersionRow(app, version)).toMatchObject({
        blob_key: expect.any(String),
        sha256: hashBytes(drawing),
      })
      expect((await by(ask(version.uploadId))).headers['upload-offset']).toBe(String(size))
      expect(await stored(version)).toBe(drawing.toString())
      expect(fs.existsSync(`${getUploadPath(app, version.uploadId)}.json`)).toBe(false)
    })

    test(`${state}: the next sweep completes it on behalf of its uploader`, async () => {
      const version = await make()
      await app.sweepFolders()
      expect(await getVersionRow(app, version)).toMatchObject({ blob_key: expect.any(String) })
      expect(await stored(version)).toBe(drawing.toString())
    })
  }

  test('is not completed by the sweep once its uploader has lost the right', async () => {
    const editor = await makeMember(app, sender.project.id, 'EDITOR')
    const version = await whole({ created_by: editor.id })
    await app.server.db.deleteFrom('project_members').where('user_id', '=', editor.id).execute()
    await app.sweepFolders()
    expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING' })
    expect((await by(ask(version.uploadId))).headers['upload-offset']).toBe(String(size))
    expect(await getVersionRow(app, version)).toMatchObject({ blob_key: expect.any(String) })
  })

  test('is not completed by the sweep while the account of its uploader is locked', async () => {
    const editor = await makeMember(app, sender.project.id, 'EDITOR')
    const version = await whole({ created_by: editor.id })
    const lock = (locked_at: string | null) =>
      app.server.db.updateTable('users').set({ locked_at }).where('id', '=', editor.id).execute()
    await lock(new Date().toISOString())
    await app.sweepFolders()
    expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING' })
    await lock(null)
    await app.sweepFolders()
    expect(await getVersionRow(app, version)).toMatchObject({ blob_key: expect.any(String) })
  })

  test('answers 503 with Retry-After while the store is unreachable, and the next call completes it', async () => {
    const version = await begun()
    vi.spyOn(app.server.blobs, 'copyFile').mockRejectedValueOnce(new Error('the store is away'))
    const last = await by(send(drawing.subarray(half), half, version.uploadId))
    expect([last.status, last.body.error]).toEqual([503, 'unavailable'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING' })
    expect(countReceivedBytes(app, version.uploadId)).toBe(size)
    expect((await by(ask(version.uploadId))).status).toBe(200)
    expect(await stored(version)).toBe(drawing.toString())
  })

  test('keeps its bytes, stored ones included, while the database is unreachable', async () => {
    const version = await begun()
    const { db } = app.server
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'away' using errcode = '57P01'; end $$`.execute(db)
    await sql`create trigger refuse before update on bim_file_variants for each row
      when (new.state = 'QUEUED') execute function refuse()`.execute(db)
    const last = await by(send(drawing.subarray(half), half, version.uploadId))
    expect([last.status, last.body.error]).toEqual([503, 'unavailable'])
    expect(countReceivedBytes(app, version.uploadId)).toBe(size)
    await sql`drop function refuse cascade`.execute(db)
    await app.sweepFolders()
    expect(await stored(version)).toBe(drawing.toString())
    expect(countReceivedBytes(app, version.uploadId)).toBe(null)
  })

  test('stays when the store is unavailable in the sweep a week later, and the next sweep completes it', async () => {
    const version = await whole()
    const old = new Date(Date.now() - 8 * 24 * 3600 * 1000)
    await fsp.utimes(getUploadPath(app, version.uploadId), old, old)
    vi.spyOn(app.server.blobs, 'copyFile').mockRejectedValueOnce(new Error('the store is away'))
    await app.sweepFolders()
    expect(countReceivedBytes(app, version.uploadId)).toBe(size)
    await app.sweepFolders()
    expect(await stored(version)).toBe(drawing.toString())
  })

  test('with a wrong checksum is refused once and leaves nothing', async () => {
    const version = await whole({ sha256: hashBytes(Buffer.from('other')) })
    expect((await by(ask(version.uploadId))).status).toBe(400)
    expect(await getVersionRow(app, version)).toMatchObject({ state: 'FAILED', blob_key: null })
    expect(countReceivedBytes(app, version.uploadId)).toBe(null)
    expect((await by(create(size, version.uploadId))).status).toBe(404)
  })
})

test('A server with ROLE=web sweeps its own folders and completes whole uploads', async () => {
  const version = await own()
  await fsp.writeFile(getUploadPath(app, version.uploadId), drawing)
  const old = new Date(Date.now() - 8 * 24 * 3600 * 1000)
  const [given, record, half] = ['uploads/variant_x', 'uploads/variant_x.json', 'incoming/half'].map((name) =>
    path.join(app.dataDir, name),
  ) as [string, string, string]
  await fsp.mkdir(path.dirname(half), { recursive: true })
  for (const file of [given, record, half]) {
    await fsp.writeFile(file, 'x')
    await fsp.utimes(file, old, old)
  }
  const config = { ...app.server.config, role: 'web' as const }
  const web = await createApp({ config, databaseUrl: app.url })
  try {
    await expect.poll(() => [given, record, half].filter(fs.existsSync)).toEqual([])
    await expect.poll(() => getVersionRow(app, version)).toMatchObject({ blob_key: expect.any(String) })
  } finally {
    await web.close()
  }
})
