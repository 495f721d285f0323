import { startReconversion } from '@plumbline/contract/admin/reconversion'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { buildHouse, makeOlder, waitForRun } from '../../test/older-models.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { BlobStoreUnavailableError } from '../blobs/blob-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

/** Lets the storage be away for workers; returns the number of their tries, and what ends it. */
function takeStorageAway() {
  const { blobs } = app.server
  let tries = 0
  const opened = vi.spyOn(blobs, 'openLocalFile').mockImplementation(async () => {
    tries++
    throw new BlobStoreUnavailableError(new Error('connect ECONNREFUSED'))
  })
  const ready = vi.spyOn(blobs, 'isReady').mockResolvedValue(false)
  const end = () => {
    opened.mockRestore()
    ready.mockRestore()
  }
  onTestFinished(end)
  return { countTries: () => tries, end }
}

test.each([
  ['model', 'house.ifc', () => buildHouse(71)],
  [
    'drawing',
    'plan.svg',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'),
  ],
])('A %s that is processed while the storage is away is complete once it is back', async (_, name, build) => {
  const { client, project } = await makeOwner(app)
  const storage = takeStorageAway()
  const sent = await sendModel(client, project.id, name, build())
  await expect.poll(storage.countTries, { timeout: 30_000 }).toBeGreaterThan(2)
  storage.end()
  expect(await waitUntilProcessed(client, project.id, sent)).toMatchObject({
    state: 'COMPLETED',
    error: null,
  })
})

test('A model of a run whose turn comes while the storage is away is converted once it is back', async () => {
  const [operator, owner] = [await makeOperator(app), await makeOwner(app)]
  const sent = await sendModel(owner.client, owner.project.id, 'older.ifc', buildHouse(72))
  const variant = await waitUntilProcessed(owner.client, owner.project.id, sent)
  await makeOlder(app, variant, owner.team.id)
  const storage = takeStorageAway()
  await operator.client.call(startReconversion, { body: {} })
  await expect.poll(storage.countTries, { timeout: 30_000 }).toBeGreaterThan(2)
  storage.end()
  expect((await waitForRun(operator, 'RECONVERSION')).run).toMatchObject({ done: 1, failed: 0 })
})
