import fsp from 'node:fs/promises'
import path from 'node:path'
import { startReconversion } from '@plumbline/contract/admin/reconversion'
import type { Variant } from '@plumbline/contract/bim/bim'
import { compareVersions } from '@plumbline/contract/bim/elements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeOperator } from '../../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner, type User } from '../../../test/make.ts'
import { buildHouse, makeOlder, plantHouse, waitForRun } from '../../../test/older-models.ts'
import { longTest } from '../../../test/size.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'
import { findFolder, namedFolders } from '../../backup/named-files.ts'
import { hasWaitingItem, recoverItems } from '../../jobs/background-runs.ts'
import { createVariantProcessor } from '../variant-processor.ts'
import { purgeReplacedArtefacts } from './replaced-artefacts.ts'

type Owner = Awaited<ReturnType<typeof makeOwner>>

let app: TestApp
let operator: User
let owner: Owner
beforeAll(async () => {
  // its own workers are off, so that the tests decide the order of work
  app = await startApp({ ROLE: 'web' })
  operator = await makeOperator(app)
  owner = await makeOwner(app)
})
afterEach(() => vi.useRealTimers())
afterAll(() => app.close())

const createProcessor = () => createVariantProcessor({ server: app.server, teller: app.teller })

/** Processes all waiting work, like a server's workers. */
async function processAll() {
  const { db } = app.server
  const { processNext, close } = createProcessor()
  const isQueued = () =>
    db.selectFrom('bim_file_variants').select('id').where('state', '=', 'QUEUED').executeTakeFirst()
  while ((await isQueued()) || (await hasWaitingItem(db, 'RECONVERSION')))
    await processNext(new AbortController().signal)
  close()
}

let seed = 500
async function upload(bytes = buildHouse(seed++), headerId?: string): Promise<Variant> {
  const { client, project } = owner
  const sent = await sendModel(client, project.id, `house-${seed}.ifc`, bytes, headerId ? { headerId } : {})
  await processAll()
  return waitUntilProcessed(client, project.id, sent)
}

async function makeOlderModel() {
  const bytes = buildHouse(seed++)
  await plantHouse(app, owner.project.id, bytes)
  const variant = await upload(bytes)
  return { ...variant, older: await makeOlder(app, variant, owner.team.id) }
}

const start = () => operator.client.call(startReconversion, { body: {} })
const readItems = () =>
  app.server.db.selectFrom('background_run_items').selectAll().orderBy('number').execute()

const listWork = () => fsp.readdir(path.join(app.dataDir, 'work'))
const waitForWork = () =>
  vi.waitUntil(async () => (await listWork()).length > 0, { timeout: 240_000, interval: 5 })

test('Uploads are converted before the models of a run', async () => {
  await makeOlderModel()
  await start()
  const { client, project } = owner
  const sent = await sendModel(client, project.id, 'mine.ifc', buildHouse(seed++))
  const { processNext, close } = createProcessor()
  await processNext(new AbortController().signal)
  expect((await waitUntilProcessed(client, project.id, sent)).state).toBe('COMPLETED')
  expect(await readItems()).toMatchObject([{ state: 'WAITING' }])
  await processNext(new AbortController().signal)
  expect(await readItems()).toMatchObject([{ state: 'DONE' }])
  close()
})

test('A model makes room for uploads that wait, twice at most, and starts again', async () => {
  const { db } = app.server
  const model = await makeOlderModel()
  const bytes = buildHouse(seed++)
  await plantHouse(app, owner.project.id, bytes)
  const waiting = await upload(bytes)
  await start()
  await db.updateTable('bim_file_variants').set({ state: 'QUEUED' }).where('id', '=', waiting.id).execute()
  // as if the slots of all processes were taken: nobody takes the upload
  const lock = sql`select id from bim_file_variants where id = ${waiting.id} for update`
  await db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    for (const [turn, expected] of [
      [1, { state: 'WAITING', yields: 1 }],
      [2, { state: 'WAITING', yields: 2 }],
      [3, { state: 'DONE', yields: 2 }],
    ] as const) {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { processNext, close } = createProcessor()
      const work = processNext(new AbortController().signal)
      await waitForWork()
      vi.advanceTimersByTime(5000)
      vi.useRealTimers()
      await work
      close()
      expect([turn, (await readItems())[0]]).toMatchObject([turn, expected])
    }
  })
  await db.updateTable('bim_file_variants').set({ state: 'COMPLETED' }).where('id', '=', waiting.id).execute()
  await processAll()
  const row = await db
    .selectFrom('bim_file_variants')
    .select('artefacts_key')
    .where('id', '=', model.id)
    .executeTakeFirst()
  expect(row?.artefacts_key).not.toBe(model.older)
  expect(await listWork()).toEqual([])
})

test('A run continues after its server was killed; a model lost twice counts as failed', async () => {
  const { db } = app.server
  await makeOlderModel()
  await makeOlderModel()
  await start()
  const lose = (at: string) =>
    db
      .updateTable('background_run_items')
      .set({ state: 'RUNNING', heartbeat_at: at })
      .where('number', '=', 1)
      .execute()
  const first = async () => (await readItems())[0]
  await lose(new Date().toISOString())
  await recoverItems(db, 'RECONVERSION', new Date(), false)
  expect(await first()).toMatchObject({ state: 'RUNNING' })
  await lose('2020-01-01T00:00:00Z')
  await recoverItems(db, 'RECONVERSION', new Date(), false)
  expect(await first()).toMatchObject({ state: 'WAITING', crashes: 1 })
  await lose(new Date().toISOString())
  await recoverItems(db, 'RECONVERSION', new Date(), true)
  expect(await first()).toMatchObject({ state: 'FAILED', error: { code: 'WORKER_LOST' } })
  await processAll()
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({
    ...{ state: 'COMPLETED', done: 1, failed: 1 },
  })
  await start()
  await processAll()
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ done: 1, failed: 0 })
})

test('A server that stops lets its model wait without counting a crash', async () => {
  await makeOlderModel()
  await start()
  const stop = new AbortController()
  const { processNext, close } = createProcessor()
  const work = processNext(stop.signal)
  await waitForWork()
  stop.abort()
  await work
  close()
  expect(await readItems()).toMatchObject([{ state: 'WAITING', crashes: 0, yields: 0 }])
  await processAll()
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ state: 'COMPLETED', done: 1 })
})

longTest('Comparisons of versions are the same after both were converted again', async () => {
  const { client, project } = owner
  const before = await upload(buildHouse(900))
  const after = await upload(buildHouse(900, 'architecture'), before.header_id)
  expect(after.version).toBe(2)
  const params = { id: project.id, headerId: before.header_id }
  const compare = () => client.call(compareVersions, { params, query: {} })
  const compared = await compare()
  expect(compared.elements.length).toBeGreaterThan(0)
  for (const variant of [before, after]) await makeOlder(app, variant, owner.team.id)
  await start()
  await processAll()
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ done: 2, failed: 0 })
  const rows = await app.server.db
    .selectFrom('bim_revisions')
    .select('matcher')
    .where('header_id', '=', before.header_id)
    .execute()
  // positions of elements may differ: matched again with the next comparison
  expect(rows).toEqual([{ matcher: 0 }])
  expect(await compare()).toEqual(compared)
})

test('Replaced artefacts belong to their version, and go after thirty days or with it', async () => {
  const { server } = app
  const { db, blobs, now } = server
  const [kept, deleted] = [await makeOlderModel(), await makeOlderModel()]
  await start()
  await processAll()
  const folderOf = ({ older }: { older: string }) => `artefacts/${owner.team.id}/${older}`
  const exists = async (model: { older: string }) =>
    (await blobs.size(`${folderOf(model)}/manifest.json`)) !== null
  const { rows } = await namedFolders.execute(db)
  const named = new Set(rows.map(({ folder }) => folder))
  expect(named.has(findFolder(`${folderOf(kept)}/manifest.json`))).toBe(true)
  const purge = (days: number) =>
    purgeReplacedArtefacts({ ...server, now: () => new Date(now().getTime() + days * 86_400_000) })
  await purge(29)
  expect([await exists(kept), await exists(deleted)]).toEqual([true, true])
  await db.deleteFrom('bim_file_variants').where('id', '=', deleted.id).execute()
  await purge(29)
  expect([await exists(kept), await exists(deleted)]).toEqual([true, false])
  // a version of the same bytes: the last of both removes the folder
  const row = { variant_id: crypto.randomUUID(), team_id: owner.team.id, artefacts_key: kept.older }
  await db
    .insertInto('replaced_artefacts')
    .values({ ...row, replaced_at: now().toISOString() })
    .execute()
  await purge(29)
  expect(await exists(kept)).toBe(true)
  await db
    .insertInto('replaced_artefacts')
    .values({ ...row, replaced_at: now().toISOString() })
    .execute()
  await purge(31)
  expect(await exists(kept)).toBe(false)
  expect(await db.selectFrom('replaced_artefacts').selectAll().execute()).toEqual([])
})

longTest('Replaced artefacts that cannot be removed keep back no others', async () => {
  const { server } = app
  const { blobs, db, now } = server
  for (let n = 0; n < 3; n++) await makeOlderModel()
  await start()
  await processAll()
  const [first, ...others] = await db.selectFrom('replaced_artefacts').selectAll().execute()
  const folderOf = (key = '') => `artefacts/${owner.team.id}/${key}`
  const remove = async (key: string) => {
    if (key === folderOf(first?.artefacts_key)) throw new Error('no permission')
    await blobs.remove(key)
  }
  const later = () => new Date(now().getTime() + 31 * 86_400_000)
  const purging = purgeReplacedArtefacts({ ...server, blobs: { ...blobs, remove }, now: later })
  await expect(purging).rejects.toThrow('no permission')
  for (const { artefacts_key } of others)
    expect(await blobs.size(`${folderOf(artefacts_key)}/manifest.json`)).toBeNull()
  expect(others).toHaveLength(2)
  expect(await db.selectFrom('replaced_artefacts').selectAll().execute()).toEqual([first])
})
