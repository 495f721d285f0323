import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from '@plumbline/bim/model'
import { setMaintenance } from '@plumbline/contract/admin/maintenance'
import { listOperatorLog } from '@plumbline/contract/admin/people'
import {
  cancelStoreCheck,
  exportStoreCheck,
  getStoreCheck,
  type StoreCheck,
  startStoreCheck,
} from '@plumbline/contract/admin/store-check'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue } from '@plumbline/contract/issues/issues'
import { setProjectPicture } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { BILLING, startApp, type TestApp } from '../../test/app.ts'
import { makeCast, picture } from '../../test/cast.ts'
import { refusal } from '../../test/client.ts'
import { plantModel } from '../../test/converted-models.ts'
import { makeOwner, type User } from '../../test/make.ts'
import { buildHouse } from '../../test/older-models.ts'
import { startS3 } from '../../test/s3.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { checkStore } from '../backup/check-store.ts'
import { BlobMissingError } from '../blobs/blob-store.ts'
import { openDatabase } from '../db/database.ts'
import { recoverStoreCheck } from './run-store-check.ts'

let app: TestApp
let operator: User
let owner: Awaited<ReturnType<typeof makeOwner>>
let artefacts: string
beforeAll(async () => {
  app = await startApp(BILLING)
  await makeCast(app)
  // inserted without an archive
  await app.server.db.updateTable('bcf_imports').set({ has_bytes: false }).execute()
  operator = await makeOperator(app)
  owner = await makeOwner(app)
  await plantModel(app, owner.project.id, buildHouse(1))
  const sent = await sendModel(owner.client, owner.project.id, 'tower.ifc', buildHouse(1))
  const variant = await waitUntilProcessed(owner.client, owner.project.id, sent)
  artefacts = `artefacts/${owner.team.id}/${variant.artefacts_key}`
}, 120_000)
afterAll(() => app.close())

const file = (key: string) => path.join(app.dataDir, 'blobs', key)

/** Makes all stored files two days old. */
async function ageFiles() {
  const old = new Date(Date.now() - 48 * 3600_000)
  for await (const { key } of app.server.blobs.list()) await fsp.utimes(file(key), old, old)
}

async function runCheck(with_sums: boolean, of = { app, operator }): Promise<StoreCheck> {
  await of.operator.client.call(startStoreCheck, { body: { with_sums } })
  return vi.waitUntil(
    async () => {
      const { check } = await of.operator.client.call(getStoreCheck, {})
      return check && check.state !== 'RUNNING' && check
    },
    { timeout: 60_000, interval: 50 },
  ) as Promise<StoreCheck>
}

const kinds = ({ findings }: StoreCheck) => findings.map(({ kind, key }) => `${kind} ${key}`).sort()

/** Runs a check while a file is changed, and restores the file. */
async function whileChanged(
  key: string,
  change: (name: string) => Promise<unknown>,
  work: () => Promise<void>,
) {
  const bytes = await fsp.readFile(file(key))
  try {
    await change(file(key))
    await work()
  } finally {
    await fsp.writeFile(file(key), bytes)
  }
}

test('A server with one of everything has each file that a row names, and no other', async () => {
  await ageFiles()
  const check = await runCheck(true)
  expect(kinds(check)).toEqual([])
  expect(check).toMatchObject({ state: 'COMPLETED', missing: 0, damaged: 0, without_row: 0, error: null })
  let stored = 0
  for await (const _ of app.server.blobs.list()) stored++
  expect(check.listed).toBe(stored)
  // each model has many files
  expect(check.checked).toBeGreaterThan(15)
  expect(check.summed_bytes).toBeGreaterThan(1000)
})

test('Missing files, wrong sizes and wrong contents are found, in models as well', async () => {
  const { id } = owner.project
  const params = {
    id,
    issueId: (await owner.client.call(createIssue, { params: { id }, body: { name: 'Leak' } })).id,
  }
  await owner.client.call(addAttachment, { params, query: { name: 'leak.png' }, file: picture })
  const row = await app.server.db
    .selectFrom('issue_attachments')
    .select('blob_id')
    .where('issue_id', '=', params.issueId)
    .executeTakeFirstOrThrow()
  const original = `attachments/${id}/${row.blob_id}/original`
  const { chunks } = JSON.parse(await fsp.readFile(file(`${artefacts}/manifest.json`), 'utf8')) as Manifest
  const chunk = `${artefacts}/${chunks[0]?.file}`
  await whileChanged(chunk, fsp.rm, async () => {
    expect(kinds(await runCheck(false))).toEqual([`MISSING ${chunk}`])
  })
  await whileChanged(
    chunk,
    (name) => fsp.truncate(name, 5),
    async () => {
      const { findings, damaged } = await runCheck(false)
      expect(damaged).toBe(1)
      expect(findings).toMatchObject([
        { kind: 'WRONG_SIZE', key: chunk, size: 5, subject: 'the converted version 1 of the file tower.ifc' },
      ])
    },
  )
  const { size } = await fsp.stat(file(original))
  await whileChanged(
    original,
    (name) => fsp.writeFile(name, Buffer.alloc(size)),
    async () => {
      expect(kinds(await runCheck(false))).toEqual([])
      expect(kinds(await runCheck(true))).toEqual([`WRONG_SUM ${original}`])
    },
  )
  await whileChanged(
    `${artefacts}/manifest.json`,
    (name) => fsp.writeFile(name, '{'),
    async () => {
      expect(kinds(await runCheck(false))).toEqual([`WRONG_SUM ${artefacts}/manifest.json`])
    },
  )
})

test('Files without a row are counted once they are older than a day', async () => {
  const stray = `attachments/${crypto.randomUUID()}/${crypto.randomUUID()}/original`
  await app.server.blobs.put(stray, Buffer.from('nobody knows me'))
  try {
    expect(await runCheck(false)).toMatchObject({ without_row: 0, findings: [] })
    await ageFiles()
    const check = await runCheck(false)
    expect(check).toMatchObject({ without_row: 1, without_row_bytes: 15, missing: 0 })
    expect(check.findings).toMatchObject([{ kind: 'WITHOUT_ROW', key: stray, size: 15, subject: '' }])
    const csv = await operator.client.send('GET', exportStoreCheck.path)
    expect(csv.body).toBe(`\ufeffkind,subject,key,size,expected_size\r\nWITHOUT_ROW,,${stray},15,\r\n`)
  } finally {
    await app.server.blobs.remove(stray)
  }
})

test('A bucket is checked like a folder', async () => {
  const s3 = await startS3()
  const other = await startApp({ BLOB_URL: s3.url })
  try {
    const place = await makeOwner(other)
    await place.client.call(setProjectPicture, { params: { id: place.project.id }, file: picture })
    const admin = await makeOperator(other)
    const of = { app: other, operator: admin }
    expect(await runCheck(true, of)).toMatchObject({
      state: 'COMPLETED',
      checked: 1,
      missing: 0,
      without_row: 0,
    })
    const { picture_id } = await other.server.db
      .selectFrom('projects')
      .select('picture_id')
      .where('picture_id', 'is not', null)
      .executeTakeFirstOrThrow()
    await other.server.blobs.remove(`pictures/${picture_id}`)
    await other.server.blobs.put('pictures/unknown', Buffer.from('stray'))
    expect(kinds(await runCheck(false, of))).toEqual([
      `MISSING pictures/${picture_id}`,
      'WITHOUT_ROW pictures/unknown',
    ])
  } finally {
    await other.close()
    await s3.close()
  }
})

test('Only one check runs at a time; it is cancelled, or ended when its server is gone', async () => {
  const { server } = app
  const begin = (started: Date) =>
    server.db
      .insertInto('store_checks')
      .values({
        id: crypto.randomUUID(),
        with_sums: false,
        started_at: started.toISOString(),
        heartbeat_at: started.toISOString(),
      })
      .execute()
  const read = async () => (await operator.client.call(getStoreCheck, {})).check
  const start = () => operator.client.call(startStoreCheck, { body: { with_sums: false } })
  await begin(new Date())
  expect((await refusal(start())).body.error).toBe('wrong_state')
  await recoverStoreCheck(server, false)
  expect((await read())?.state).toBe('RUNNING')
  await operator.client.call(cancelStoreCheck, {})
  expect((await read())?.state).toBe('CANCELLED')
  expect((await refusal(operator.client.call(cancelStoreCheck, {}))).body.error).toBe('wrong_state')
  await begin(new Date(Date.now() + 1000))
  await recoverStoreCheck(server, true)
  expect((await read())?.state).toBe('RUNNING')
  await server.db.updateTable('store_checks').set({ heartbeat_at: '2020-01-01T00:00:00Z' }).execute()
  await recoverStoreCheck(server, false)
  expect(await read()).toMatchObject({ state: 'FAILED', error: expect.stringContaining('Start it again') })
  const { items } = await operator.client.call(listOperatorLog, { query: {} })
  expect(items[0]?.kind).toBe('STORE_CHECK_CANCELLED')
})

test('A check runs during maintenance of the server', async () => {
  const maintenance = { text: 'The disk is replaced.', until: null }
  await operator.client.call(setMaintenance, { body: { maintenance } })
  try {
    expect((await runCheck(false)).state).toBe('COMPLETED')
  } finally {
    await operator.client.call(setMaintenance, { body: { maintenance: null } })
  }
})

test('A caller who stops reading ends the check and leaves nothing in its connection', async () => {
  const { blobs, now } = app.server
  const { db, close } = openDatabase(app.url, { max: 2 })
  try {
    // more often than there are connections
    for (let turn = 0; turn < 3; turn++)
      for await (const { listed } of checkStore({ db, blobs, now, withSums: false })) if (listed > 0) break
    for await (const _ of checkStore({ db, blobs, now, withSums: false })) break
    expect(await db.selectFrom('users').select('id').limit(1).execute()).toHaveLength(1)
  } finally {
    await close()
  }
})

test('A file removed while its hash is computed is missing, and the check continues', async () => {
  const { db, blobs, now } = app.server
  const variant = await db
    .selectFrom('bim_file_variants')
    .select('blob_key')
    .where('state', '=', 'COMPLETED')
    .where('sha256', 'is not', null)
    .executeTakeFirstOrThrow()
  const removed = String(variant.blob_key)
  const racing = {
    ...blobs,
    read: async (key: string) => {
      if (key === removed) throw new BlobMissingError(key)
      return blobs.read(key)
    },
  }
  const found: string[] = []
  for await (const progress of checkStore({ db, blobs: racing, now, withSums: true }))
    found.push(...progress.found.map(({ kind, key }) => `${kind} ${key}`))
  expect(found).toContain(`MISSING ${removed}`)
})
