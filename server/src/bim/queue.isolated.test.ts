import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import { fillPath } from '@plumbline/contract/http'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { atSize, isLong } from '../../test/size.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import type { ConversionProcess } from './convert/child-process.ts'
import type { ChildMessage } from './convert/messages.ts'
import { createVariantProcessor } from './variant-processor.ts'

/** Fairness over companies, and recovery from killed conversions. */

/** called with the process of every conversion, to kill it */
let onChild: (child: ConversionProcess) => void = () => {}
vi.mock('./convert/child-process.ts', async (original) => {
  const real = await original<typeof import('./convert/child-process.ts')>()
  const shown = (child: ConversionProcess) => {
    onChild(child)
    return child
  }
  return {
    ...real,
    forkConversionProcess: (most: number) => shown(real.forkConversionProcess(most)),
    createProcessPool: (most: number) => {
      const warm = real.createProcessPool(most)
      return { ...warm, take: () => shown(warm.take()) }
    },
  }
})

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

let seed = 0
/** A building that no other test has uploaded, so that it is converted. */
function building() {
  seed += 1
  const size = { storeys: 1, bays_x: 2, bays_y: 2, seed }
  return Buffer.from([...generateBuilding({ ...size, discipline: 'structure', version: 1 })].join(''))
}

type Owner = Awaited<ReturnType<typeof makeOwner>>

const notesOf = async ({ client }: Owner) => (await client.call(listNotifications, { query: {} })).length

/** Kills up to `most` processes when they reach a stage; returns the count of kills. */
function killAt(stage: string, most: number) {
  let kills = 0
  onChild = ({ process }) => {
    process.on('message', (message: ChildMessage) => {
      if (message.type !== 'progress' || message.stage !== stage || kills >= most) return
      kills += 1
      process.kill('SIGKILL')
    })
  }
  return () => kills
}

const stages = ['VALIDATE', 'PARSE', 'GEOMETRY', 'INDEX', 'TILES']

test.each(isLong ? stages : ['TILES'])(
  'Kills at %s: a version killed once is COMPLETED, one killed twice FAILED, each notified once',
  async (stage) => {
    const owner = await makeOwner(app)
    const { client, project } = owner
    let kills = 0
    for (let notes = 1; kills < atSize(10, 3); notes++) {
      const most = notes % 2 === 0 ? 2 : 1
      const killed = killAt(stage, most)
      const sent = await sendModel(client, project.id, `m${notes}.ifc`, building())
      const variant = await waitUntilProcessed(client, project.id, sent)
      kills += killed()
      expect(killed()).toBe(most)
      expect(await notesOf(owner)).toBe(notes)
      if (most === 2) {
        expect(variant).toMatchObject({ state: 'FAILED', artefacts_key: null, is_current: false })
        expect(variant.error).toMatchObject({ code: 'KILLED', hint: expect.any(String) })
        continue
      }
      expect(variant).toMatchObject({ state: 'COMPLETED', is_current: true, error: null, progress: 100 })
      const params = { id: project.id, variantId: variant.id, key: variant.artefacts_key ?? '' }
      for (const name of ['manifest.json', 'structure.json', 'report.json']) {
        const answer = await client.send('GET', fillPath(getArtefact.path, { ...params, name }))
        expect([name, answer.status]).toEqual([name, 200])
      }
    }
    expect(await readdir(path.join(app.dataDir, 'work'))).toEqual([])
  },
)

test('Versions whose jobs were lost with a killed server are processed', async () => {
  onChild = () => {}
  const { client, project } = await makeOwner(app)
  const sent = [await sendModel(client, project.id, 'lost0.ifc', building())]
  for (const name of ['lost1.ifc', 'lost2.ifc', 'lost3.ifc']) {
    sent.push(await sendModel(client, project.id, name, building()))
    await sql`delete from pgboss.job where name = 'convert' and state = 'created'`.execute(app.server.db)
  }
  // every server does this at start-up and once a minute
  const processor = createVariantProcessor({ server: app.server, teller: app.teller })
  await processor.recover(false)
  for (const each of sent)
    expect((await waitUntilProcessed(client, project.id, each)).state).toBe('COMPLETED')
  processor.close()
})

test('A version whose stored result is indexed again keeps its heartbeat', async () => {
  onChild = () => {}
  const { client, project } = await makeOwner(app)
  const bytes = building()
  const first = await sendModel(client, project.id, 'first.ifc', bytes)
  const { artefacts_key } = await waitUntilProcessed(client, project.id, first)
  const { blobs, db } = app.server
  await db
    .deleteFrom('element_models')
    .where('artefacts_key', '=', artefacts_key ?? '')
    .execute()
  const beaten = Promise.withResolvers<void>()
  const read = blobs.read.bind(blobs)
  const spy = vi.spyOn(blobs, 'read').mockImplementation(async (...file) => {
    await beaten.promise
    return read(...file)
  })
  onTestFinished(() => spy.mockRestore())
  const again = await sendModel(client, project.id, 'again.ifc', bytes)
  const hasBeaten = async () => {
    const { started_at, heartbeat_at } = await db
      .selectFrom('bim_file_variants')
      .select(['started_at', 'heartbeat_at'])
      .where('id', '=', again.variantId)
      .executeTakeFirstOrThrow()
    return heartbeat_at !== started_at
  }
  await expect.poll(hasBeaten, { timeout: 20_000 }).toBe(true)
  beaten.resolve()
  expect((await waitUntilProcessed(client, project.id, again)).state).toBe('COMPLETED')
})

test('Many uploads of one company delay another company by at most one model', async () => {
  onChild = () => {}
  const [busy, other] = [await makeOwner(app), await makeOwner(app)]
  for (let count = 0; count < atSize(100, 5); count++)
    await sendModel(busy.client, busy.project.id, `busy${count}.ifc`, building())
  const startedBefore = () =>
    app.server.db
      .selectFrom('bim_file_variants')
      .select('id')
      .where('project_id', '=', busy.project.id)
      .where('state', '<>', 'QUEUED')
      .execute()
  const before = (await startedBefore()).length
  const sent = await sendModel(other.client, other.project.id, 'other.ifc', building())
  expect((await waitUntilProcessed(other.client, other.project.id, sent)).state).toBe('COMPLETED')
  // the running conversion, and the one after it
  expect((await startedBefore()).length - before).toBeLessThanOrEqual(2)
})
