import { setImmediate as nextRound } from 'node:timers/promises'
import { restartVariant, stopVariant } from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { buildHouse } from '../../test/older-models.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { createApp } from '../app.ts'
import { createVariantProcessor } from './variant-processor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

/** Uploads a model, and stops its version while the worker reads it. */
async function stopWhileProcessed(seed: number) {
  const { client, project } = await makeOwner(app)
  const { blobs, bus } = app.server
  const openLocalFile = blobs.openLocalFile.bind(blobs)
  const spy = vi.spyOn(blobs, 'openLocalFile').mockImplementationOnce(async (key) => {
    await bus.publish('stop-variant', key.split('/')[1])
    // delivered in the next round
    await nextRound()
    await nextRound()
    return openLocalFile(key)
  })
  onTestFinished(() => spy.mockRestore())
  const sent = await sendModel(client, project.id, 'house.ifc', buildHouse(seed))
  const { state } = await waitUntilProcessed(client, project.id, sent)
  return { state, ...(await readCounts(sent.variantId)) }
}

const readCounts = (id: string) =>
  app.server.db
    .selectFrom('bim_file_variants')
    .select(['attempt', 'crashes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('A stop that arrives after the version was started again only delays it', async () => {
  expect(await stopWhileProcessed(91)).toEqual({ state: 'COMPLETED', attempt: 2, crashes: 0 })
})

test('A version goes back into the queue although the database is unavailable at that moment', async () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const { jobs } = app.server
  const add = jobs.add.bind(jobs)
  let conversions = 0
  const spy = vi.spyOn(jobs, 'add').mockImplementation(async (tx, queue, data) => {
    // the first one is that of the upload
    if (queue === 'convert' && ++conversions === 2) throw lost
    await add(tx, queue, data)
  })
  onTestFinished(() => spy.mockRestore())
  expect(await stopWhileProcessed(92)).toEqual({ state: 'COMPLETED', attempt: 2, crashes: 0 })
  expect(conversions).toBeGreaterThan(2)
})

test('A version whose server stops goes back into the queue without a crash', async () => {
  const web = await startApp({ ROLE: 'web' })
  onTestFinished(() => web.close())
  const { db } = web.server
  const worker = await createApp({ config: { ...web.server.config, role: 'worker' }, databaseUrl: web.url })
  const [isProcessed, isAborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { blobs } = worker.server
  const openLocalFile = blobs.openLocalFile.bind(blobs)
  blobs.openLocalFile = async (key) => {
    isProcessed.resolve()
    await isAborted.promise
    return openLocalFile(key)
  }
  const { client, project } = await makeOwner(web)
  const { variantId } = await sendModel(client, project.id, 'house.ifc', buildHouse(93))
  await isProcessed.promise
  const closing = worker.close()
  const readFailed = () =>
    sql`select id from pgboss.job where name = 'convert' and state = 'failed'`.execute(db)
  await expect.poll(async () => (await readFailed()).rows.length).toBe(1)
  isAborted.resolve()
  await closing
  const row = db.selectFrom('bim_file_variants').select(['state', 'attempt', 'crashes'])
  expect(await row.where('id', '=', variantId).execute()).toEqual([
    { state: 'QUEUED', attempt: 1, crashes: 0 },
  ])
})

test('A version that was restarted can be stopped after its earlier attempt has ended', async () => {
  const web = await startApp({ ROLE: 'web' })
  const processor = createVariantProcessor(web)
  onTestFinished(async () => {
    processor.close()
    await web.close()
  })
  const { blobs, bus, db } = web.server
  const openLocalFile = blobs.openLocalFile.bind(blobs)
  const opened = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const released = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let attempts = 0
  blobs.openLocalFile = async (key) => {
    const attempt = attempts++
    opened[attempt]?.resolve()
    await released[attempt]?.promise
    return openLocalFile(key)
  }
  const { signal } = new AbortController()
  const { client, project } = await makeOwner(web)
  const { variantId, headerId } = await sendModel(client, project.id, 'house.ifc', buildHouse(94))
  const params = { id: project.id, headerId, variantId }
  const earlier = processor.processNext(signal)
  await opened[0].promise
  await client.call(stopVariant, { params })
  await client.call(restartVariant, { params, body: {} })
  const later = processor.processNext(signal)
  await opened[1].promise
  released[0].resolve()
  await earlier
  await bus.publish('stop-variant', variantId)
  await nextRound()
  await nextRound()
  released[1].resolve()
  await later
  const row = db.selectFrom('bim_file_variants').select(['state', 'attempt']).where('id', '=', variantId)
  expect(await row.executeTakeFirst()).toEqual({ state: 'QUEUED', attempt: 2 })
})
