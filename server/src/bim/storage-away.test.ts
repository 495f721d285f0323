import { startReconversion } from '@plumbline/contract/admin/reconversion'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { buildHouse, makeOlder, waitForRun } from '../../test/older-models.ts'
import { longTest } from '../../test/size.ts'
import { takeStorageAway } from '../../test/storage-away.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')

test.each([
  ['model', 'house.ifc', buildHouse(71)],
  ['drawing', 'plan.svg', drawing],
])('A %s that is processed while the storage is away is complete once it is back', async (_, name, bytes) => {
  const { client, project } = await makeOwner(app)
  const storage = takeStorageAway(app)
  const sent = await sendModel(client, project.id, name, bytes)
  await expect.poll(storage.countTries, { timeout: 30_000 }).toBeGreaterThan(2)
  storage.end()
  expect(await waitUntilProcessed(client, project.id, sent)).toMatchObject({
    state: 'COMPLETED',
    error: null,
  })
})

longTest(
  'A model of a run whose turn comes while the storage is away is converted once it is back',
  async () => {
    const [operator, owner] = [await makeOperator(app), await makeOwner(app)]
    const sent = await sendModel(owner.client, owner.project.id, 'older.ifc', buildHouse(72))
    const variant = await waitUntilProcessed(owner.client, owner.project.id, sent)
    await makeOlder(app, variant, owner.team.id)
    const storage = takeStorageAway(app)
    await operator.client.call(startReconversion, { body: {} })
    await expect.poll(storage.countTries, { timeout: 30_000 }).toBeGreaterThan(2)
    storage.end()
    expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ done: 1, failed: 0 })
  },
)

test('A drawing that could not be read gets no more heartbeats', async () => {
  const { client, project } = await makeOwner(app)
  const opened = vi.spyOn(app.server.blobs, 'openLocalFile').mockRejectedValue(new Error('damaged'))
  onTestFinished(() => opened.mockRestore())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent = await sendModel(client, project.id, 'plan.svg', drawing)
  expect((await waitUntilProcessed(client, project.id, sent)).state).toBe('FAILED')
  const { db } = app.server
  const heartbeat_at = '2020-01-01T00:00:00.000Z'
  const row = db.updateTable('bim_file_variants').where('id', '=', sent.variantId)
  await row.set({ state: 'PROCESSING', heartbeat_at }).execute()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await row.set({ state: 'FAILED' }).returning('heartbeat_at').execute()).toEqual([{ heartbeat_at }])
})
