import { randomUUIDv7 } from 'node:crypto'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import type { Manifest, Structure } from '@plumbline/bim/model'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import { listHeaders, listVariants, stopVariant, type Variant } from '@plumbline/contract/bim/bim'
import { fillPath } from '@plumbline/contract/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import type { Client } from '../../test/client.ts'
import { makeMember, makeOwner } from '../../test/make.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { buildFirstStoreyKey, removeFirstStorey } from './first-storey.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

const large = Buffer.from(
  [
    ...generateBuilding({
      ...chooseBuildingSize('architecture', 24e6),
      discipline: 'architecture',
      version: 1,
      seed: 3,
    }),
  ].join(''),
)

/** Waits for the version's first visible artefacts. */
async function seen(client: Client, id: string, headerId: string): Promise<Variant> {
  let found: Variant | undefined
  await expect
    .poll(
      async () => {
        ;[found] = await client.call(listVariants, { params: { id, headerId } })
        return found?.artefacts_key ?? null
      },
      { timeout: 60_000, interval: 30 },
    )
    .not.toBeNull()
  return found as Variant
}

test('The first storey of a large model is served while the rest is processed', async () => {
  const { client, project } = await makeOwner(app)
  const viewer = await makeMember(app, project.id, 'VIEWER')
  const stranger = await makeOwner(app)
  const sent = await sendModel(client, project.id, 'large.ifc', large)
  const early = await seen(viewer.client, project.id, sent.headerId)
  expect(early).toMatchObject({ state: 'PROCESSING', is_current: false })
  const path = (variant: Variant, name: string, id = project.id) =>
    fillPath(getArtefact.path, { id, variantId: variant.id, key: variant.artefacts_key ?? '', name })
  const part = await viewer.client.send('GET', path(early, 'manifest.json'))
  const manifest = part.body as unknown as Manifest
  expect(manifest.storeys.map(({ name }) => name)).toEqual(['00 Ground floor'])
  const structure = (await viewer.client.send('GET', path(early, 'structure.json')))
    .body as unknown as Structure
  expect(structure.elements.guid.length).toBeGreaterThan(500)
  expect((await viewer.client.send('GET', path(early, 'chunk-0.pack'))).status).toBe(200)
  // hidden from other projects
  expect((await stranger.client.send('GET', path(early, 'manifest.json'))).status).toBe(404)
  expect((await stranger.client.send('GET', path(early, 'manifest.json', stranger.project.id))).status).toBe(
    404,
  )

  const whole = await waitUntilProcessed(client, project.id, sent)
  expect(whole).toMatchObject({ state: 'COMPLETED', is_current: true })
  expect(whole.artefacts_key).not.toBe(early.artefacts_key)
  const all = (await viewer.client.send('GET', path(whole, 'manifest.json'))).body as unknown as Manifest
  expect(all.storeys.length).toBeGreaterThan(3)
  expect(all.counts.with_geometry).toBeGreaterThan(manifest.counts.with_geometry)
  expect((await viewer.client.send('GET', path(early, 'manifest.json'))).status).toBe(404)
}, 120_000)

test('The end of an attempt removes its preview and earlier ones, not that of a newer attempt', async () => {
  const { blobs } = app.server
  const id = randomUUIDv7()
  const attempts = [1, 2, 3]
  const buildPath = (attempt: number) => buildFirstStoreyKey(id, `first-${attempt}`, 'manifest.json')
  for (const attempt of attempts) await blobs.put(buildPath(attempt), Buffer.from('{}'))
  await removeFirstStorey(app.server, { id, attempt: 2 })
  const sizes = await Promise.all(attempts.map((attempt) => blobs.size(buildPath(attempt))))
  expect(sizes).toEqual([null, null, 2])
})

test('A stopped conversion serves no artefacts', async () => {
  const { client, project } = await makeOwner(app)
  const sent = await sendModel(client, project.id, 'large.ifc', large)
  const early = await seen(client, project.id, sent.headerId)
  const params = { id: project.id, headerId: sent.headerId, variantId: early.id }
  await client.call(stopVariant, { params })
  const [header] = await client.call(listHeaders, { params: { id: project.id }, query: {} })
  expect(header).toMatchObject({ current: null, latest: { state: 'STOPPED', artefacts_key: null } })
}, 120_000)
