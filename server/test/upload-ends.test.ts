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
  arrived,
  awaitBytes,
  drawing,
  type RawCall,
  sendRaw,
  sumOf,
  uploadCalls,
  uploadFile,
  versionOf,
} from './upload-calls.ts'

/** What becomes of the last bytes of an upload after every kind of interruption. */

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

/** An upload with its first bytes there. */
async function begun() {
  const version = await own()
  await by(create(size, version.uploadId))
  await by(send(drawing.subarray(0, half), 0, version.uploadId))
  return version
}

describe('an upload whose end was cut off', () => {
  /** All bytes are there and nobody has taken them: the server was killed in between. */
  async function whole(more?: Parameters<typeof awaitBytes>[3]) {
    const version = await own({ sha256: sumOf(drawing), ...more })
    await by(create(size, version.uploadId))
    await fsp.writeFile(uploadFile(app, version.uploadId), drawing)
    return version
  }
  /** As a server left it that moved the file before it queued the version. */
  async function moved() {
    const version = await whole()
    const folder = path.join(app.dataDir, 'blobs', 'variants', version.variantId)
    await fsp.mkdir(folder, { recursive: true })
    await fsp.rename(uploadFile(app, version.uploadId), path.join(folder, 'file'))
    await fsp.writeFile(`${uploadFile(app, version.uploadId)}.json`, '{}')
    return version
  }
  const states = { 'all bytes are there': whole, 'its file was moved already': moved }
  const calls: [string, (id: string) => RawCall, number][] = [
    ['HEAD', ask, 200],
    ['POST', (id) => create(size, id), 409],
    ['PATCH', (id) => send(Buffer.alloc(0), size, id), 409],
  ]
  for (const [state, make] of Object.entries(states)) {
    test.each(calls)(`${state}: %s takes it`, async (_, call, status) => {
      const version = await make()
      expect((await by(call(version.uploadId))).status).toBe(status)
      expect(await versionOf(app, version)).toMatchObject({
        blob_key: expect.any(String),
        sha256: sumOf(drawing),
      })
      expect((await by(ask(version.uploadId))).headers['upload-offset']).toBe(String(size))
      expect(await stored(version)).toBe(drawing.toString())
      expect(fs.existsSync(`${uploadFile(app, version.uploadId)}.json`)).toBe(false)
    })

    test(`${state}: the next sweep takes it for who announced it`, async () => {
      const version = await make()
      await app.sweepFolders()
      expect(await versionOf(app, version)).toMatchObject({ blob_key: expect.any(String) })
      expect(await stored(version)).toBe(drawing.toString())
    })
  }

  test('is not taken by the sweep once who announced it may not send any more', async () => {
    const editor = await makeMember(app, sender.project.id, 'EDITOR')
    const version = await whole({ created_by: editor.id })
    await app.server.db.deleteFrom('project_members').where('user_id', '=', editor.id).execute()
    await app.sweepFolders()
    expect(await versionOf(app, version)).toMatchObject({ state: 'UPLOADING' })
    expect((await by(ask(version.uploadId))).headers['upload-offset']).toBe(String(size))
    expect(await versionOf(app, version)).toMatchObject({ blob_key: expect.any(String) })
  })

  test('a store that is away answers 503 with Retry-After, keeps the bytes, and the next call takes them', async () => {
    const version = await begun()
    vi.spyOn(app.server.blobs, 'copyFile').mockRejectedValueOnce(new Error('the store is away'))
    const last = await by(send(drawing.subarray(half), half, version.uploadId))
    expect([last.status, last.body.error]).toEqual([503, 'unavailable'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(await versionOf(app, version)).toMatchObject({ state: 'UPLOADING' })
    expect(arrived(app, version.uploadId)).toBe(size)
    expect((await by(ask(version.uploadId))).status).toBe(200)
    expect(await stored(version)).toBe(drawing.toString())
  })

  test('a database that is away at the end keeps the bytes, also those that were stored', async () => {
    const version = await begun()
    const { db } = app.server
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'away' using errcode = '57P01'; end $$`.execute(db)
    await sql`create trigger refuse before update on bim_file_variants for each row
      when (new.state = 'QUEUED') execute function refuse()`.execute(db)
    const last = await by(send(drawing.subarray(half), half, version.uploadId))
    expect([last.status, last.body.error]).toEqual([503, 'unavailable'])
    expect(arrived(app, version.uploadId)).toBe(size)
    await sql`drop function refuse cascade`.execute(db)
    await app.sweepFolders()
    expect(await stored(version)).toBe(drawing.toString())
    expect(arrived(app, version.uploadId)).toBe(null)
  })

  test('bytes that are not those that were announced are refused once and leave nothing', async () => {
    const version = await whole({ sha256: sumOf(Buffer.from('other')) })
    expect((await by(ask(version.uploadId))).status).toBe(400)
    expect(await versionOf(app, version)).toMatchObject({ state: 'FAILED', blob_key: null })
    expect(arrived(app, version.uploadId)).toBe(null)
    expect((await by(create(size, version.uploadId))).status).toBe(404)
  })
})

test('a server with ROLE=web removes what is left over in its own folders and finishes what is whole', async () => {
  const version = await own()
  await fsp.writeFile(uploadFile(app, version.uploadId), drawing)
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
    await expect.poll(() => versionOf(app, version)).toMatchObject({ blob_key: expect.any(String) })
  } finally {
    await web.close()
  }
})
