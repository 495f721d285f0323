import { generateBuilding } from '@plumbline/bim/generate/building'
import type { Manifest } from '@plumbline/bim/model'
import { getArtefact, getChunk } from '@plumbline/contract/bim/artefacts'
import { downloadVariant, listHeaders, restartVariant, stopVariant } from '@plumbline/contract/bim/bim'
import { fillPath } from '@plumbline/contract/http'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { listLevels } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner } from '../../test/make.ts'
import { createUpload, sendBytes, sendModel, waitUntilProcessed } from '../../test/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

const building = (storeys: number, version: 1 | 2 = 1) => {
  const size = { storeys, bays_x: 5, bays_y: 3, seed: 3 }
  return Buffer.from([...generateBuilding({ ...size, discipline: 'architecture', version })].join(''))
}

test('An uploaded model is converted, announced live and served with its artefacts', async () => {
  const owner = await makeOwner(app)
  const { client, project } = owner
  const viewer = await makeMember(app, project.id, 'VIEWER')
  const listener = new Listener(await listenOnPort(app), viewer.client)
  await listener.first('hello')
  const bytes = building(2)
  const sent = await sendModel(client, project.id, 'tower.ifc', bytes)
  expect(sent.status).toBe(204)
  const variant = await waitUntilProcessed(client, project.id, sent)
  expect(variant).toMatchObject({
    state: 'COMPLETED',
    version: 1,
    is_current: true,
    ifc_schema: 'IFC4',
    error: null,
  })
  expect(variant.counts?.with_geometry).toBeGreaterThan(300)
  expect(await listener.first('variant.progress')).toMatchObject({
    id: 0,
    project_id: project.id,
    data: { variant_id: variant.id, stage: expect.any(String), progress: expect.any(Number) },
  })
  listener.close()

  const params = {
    id: project.id,
    variantId: variant.id,
    key: variant.artefacts_key ?? '',
    name: 'manifest.json',
  }
  const manifest = (await viewer.client.call(getArtefact, { params })) as unknown as Manifest
  expect(variant.shell_file).toBe(manifest.chunks[0]?.file)
  expect(manifest.georeference).not.toBeNull()
  expect(variant.is_georeferenced).toBe(true)
  const levels = await viewer.client.call(listLevels, { params: { id: project.id } })
  expect(levels.map((level) => level.name)).toEqual(manifest.storeys.map((storey) => storey.name))
  for (const name of [
    'structure.json',
    'props-0.json',
    'report.json',
    'thumbnail.png',
    variant.shell_file ?? '',
  ]) {
    const { path } = name === variant.shell_file ? getChunk : getArtefact
    const { headerId } = sent
    const answer = await viewer.client.send('GET', fillPath(path, { ...params, headerId, name, chunk: name }))
    expect([name, answer.status]).toEqual([name, 200])
    expect(answer.headers['cache-control']).toContain('immutable')
  }
  const file = await viewer.client.send(
    'GET',
    fillPath(downloadVariant.path, { ...params, headerId: sent.headerId }),
  )
  expect(Buffer.from(file.body as string).length).toBe(bytes.length)
  expect(file.headers['content-disposition']).toContain('tower.ifc')
  const notes = await owner.client.call(listNotifications, { query: {} })
  expect(notes.map((note) => note.type)).toEqual(['BIM_PROCESSING_COMPLETED'])
})

test('An interrupted upload continues at its offset', async () => {
  const { client, project } = await makeOwner(app)
  const bytes = building(1)
  const target = await createUpload(client, project.id, 'cut.ifc', bytes.length)
  const half = Math.floor(bytes.length / 2)
  expect((await sendBytes(client, target, bytes.subarray(0, half), 0)).status).toBe(204)
  const offset = await sendBytes(client, target, null, 0)
  expect(Number(offset.headers.get('upload-offset'))).toBe(half)
  expect((await sendBytes(client, target, bytes.subarray(half), half)).status).toBe(204)
  expect((await waitUntilProcessed(client, project.id, target)).state).toBe('COMPLETED')
})

test('Bytes are accepted from editors only, up to the announced size', async () => {
  const { client, project } = await makeOwner(app)
  const viewer = await makeMember(app, project.id, 'VIEWER')
  const stranger = await makeOwner(app)
  const target = await createUpload(client, project.id, 'theirs.ifc', 1000)
  expect((await sendBytes(viewer.client, target, Buffer.alloc(1000), 0)).status).toBe(403)
  expect((await sendBytes(stranger.client, target, Buffer.alloc(1000), 0)).status).toBe(404)
  expect((await sendBytes(client, target, Buffer.alloc(2000), 0)).status).toBeGreaterThanOrEqual(400)
})

test('Identical bytes are converted once per company', async () => {
  const { client, project } = await makeOwner(app)
  const bytes = building(1, 2)
  const first = await waitUntilProcessed(
    client,
    project.id,
    await sendModel(client, project.id, 'a.ifc', bytes),
  )
  const second = await waitUntilProcessed(
    client,
    project.id,
    await sendModel(client, project.id, 'b.ifc', bytes),
  )
  expect(second.artefacts_key).toBe(first.artefacts_key)
  const other = await makeOwner(app)
  const theirs = await waitUntilProcessed(
    other.client,
    other.project.id,
    await sendModel(other.client, other.project.id, 'c.ifc', bytes),
  )
  const params = {
    id: other.project.id,
    variantId: first.id,
    key: first.artefacts_key ?? '',
    name: 'manifest.json',
  }
  expect(theirs.state).toBe('COMPLETED')
  expect((await refusal(other.client.call(getArtefact, { params }))).status).toBe(404)
})

test('A running conversion stops at once and can be restarted', async () => {
  const { client, project } = await makeOwner(app)
  const sent = await sendModel(client, project.id, 'long.ifc', building(12))
  const params = { id: project.id, headerId: sent.headerId, variantId: sent.variantId }
  const stopped = await client.call(stopVariant, { params })
  expect(stopped.state).toBe('STOPPED')
  expect((await refusal(client.call(stopVariant, { params }))).status).toBe(409)
  expect((await client.call(restartVariant, { params, body: {} })).state).toBe('QUEUED')
  expect((await waitUntilProcessed(client, project.id, sent)).state).toBe('COMPLETED')
  expect((await refusal(client.call(restartVariant, { params, body: {} }))).status).toBe(409)
})

test('Files are grouped by level, files without a level last', async () => {
  const { client, project } = await makeOwner(app)
  await waitUntilProcessed(client, project.id, await sendModel(client, project.id, 'tower.ifc', building(1)))
  const groups = await client.call(listHeaders, { params: { id: project.id }, query: { group_by: 'level' } })
  const last = groups.at(-1) as { level: null; headers: unknown[] }
  expect(last.level).toBe(null)
  expect(last.headers).toHaveLength(1)
  expect(groups.length).toBeGreaterThan(1)
})
