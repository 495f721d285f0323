import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import { listVariants } from '@plumbline/contract/bim/bim'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { buildHouse } from '../../test/older-models.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { createApp } from '../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

/** Uploads a model; returns it once it is being processed. */
async function startProcessing(seed: number) {
  const { client, project } = await makeOwner(app)
  const sent = await sendModel(client, project.id, 'house.ifc', buildHouse(seed))
  const params = { id: project.id, headerId: sent.headerId }
  const readState = async () => (await client.call(listVariants, { params }))[0]?.state
  await expect.poll(readState).toBe('PROCESSING')
  return { sent, wait: () => waitUntilProcessed(client, project.id, sent) }
}

const readCounts = (id: string) =>
  app.server.db
    .selectFrom('bim_file_variants')
    .select(['attempt', 'crashes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('A stop that arrives after the version was started again only delays it', async () => {
  const { sent, wait } = await startProcessing(91)
  await app.server.bus.publish('stop-variant', sent.variantId)
  expect((await wait()).state).toBe('COMPLETED')
  expect(await readCounts(sent.variantId)).toEqual({ attempt: 2, crashes: 0 })
})

test('A version goes back into the queue although the database is away just then', async () => {
  const { sent, wait } = await startProcessing(92)
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const spy = vi.spyOn(app.server.jobs, 'add').mockRejectedValueOnce(lost)
  onTestFinished(() => spy.mockRestore())
  await app.server.bus.publish('stop-variant', sent.variantId)
  expect((await wait()).state).toBe('COMPLETED')
  expect(await readCounts(sent.variantId)).toEqual({ attempt: 2, crashes: 0 })
})

test('A version whose server stops goes back into the queue without a crash', async () => {
  const web = await startApp({ ROLE: 'web' })
  onTestFinished(() => web.close())
  const { client, project } = await makeOwner(web)
  const size = chooseBuildingSize('architecture', 40e6)
  const pieces = generateBuilding({ ...size, discipline: 'architecture', version: 1, seed: 3 })
  const sent = await sendModel(client, project.id, 'tower.ifc', Buffer.from([...pieces].join('')))
  const config = { ...web.server.config, role: 'worker' as const }
  const worker = await createApp({ config, databaseUrl: web.url })
  const read = () =>
    web.server.db
      .selectFrom('bim_file_variants')
      .select(['state', 'attempt', 'crashes'])
      .where('id', '=', sent.variantId)
      .executeTakeFirst()
  await expect.poll(read).toMatchObject({ state: 'PROCESSING' })
  await worker.close()
  expect(await read()).toEqual({ state: 'QUEUED', attempt: 1, crashes: 0 })
})
