import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BcfViewpoint, HeaderFile, Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { loadEngine } from '@plumbline/bim/geometry/engine'
import type { Revision } from '@plumbline/bim/revisions/revision'
import type { Anchor } from '@plumbline/contract/issues/anchors'
import { addAnchor, getIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../../../../bcf/generate/topics.ts'
import { convertRevision } from '../../../../bim/test/revisions.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { createBcfClient } from '../../../test/bcf.ts'
import { exportFile, importFile } from '../../../test/bcf-files.ts'
import type { Client } from '../../../test/client.ts'
import { plantModel } from '../../../test/converted-models.ts'
import { makeOwner } from '../../../test/make.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'
import { castThroughModels } from '../../bim/rays/cast-through-models.ts'
import { countJobs } from '../../jobs/count-jobs.ts'
import { createLocateWorker, locateIssues } from './locate-issues.ts'
import { listProjectModels } from './named-models.ts'

let app: TestApp
let model: Revision
const text = [
  ...generateBuilding({ discipline: 'structure', storeys: 1, bays_x: 3, bays_y: 2, version: 1, seed: 1 }),
].join('')
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
  await loadEngine()
  model = await convertRevision(text)
}, 60_000)
afterAll(() => app.close())

const aside = 1.5

/** A camera beside a column of the model, aimed at the column's centre. */
function lookAtColumn(which = 0): { guid: string; view: ViewpointView } {
  const columns = model.family.flatMap((family, row) => (/column/i.test(family) ? row : []))
  const row = columns[which] ?? -1
  const [x = 0, y = 0, z = 0] = model.forms.centre.slice(row * 3, row * 3 + 3)
  const camera = {
    camera_view_point: { x: x - aside, y, z },
    camera_direction: { x: 2, y: 0, z: 0 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
  }
  return {
    guid: model.guid[row] ?? '',
    view: { perspective_camera: { ...camera, field_of_view: 60, aspect_ratio: 1.5 } },
  }
}

async function upload(client: Client, project: string, name: string) {
  await plantModel(app, project, Buffer.from(text))
  return waitUntilProcessed(client, project, await sendModel(client, project, name, Buffer.from(text)))
}

function buildTopic(title: string, view: ViewpointView, files: HeaderFile[]): Topic {
  const viewpoint: BcfViewpoint = { guid: randomUUID(), view, bitmaps: [] }
  return {
    guid: randomUUID(),
    title,
    ...{ creation_date: '2026-03-02T08:00:00.000Z', creation_author: 'ana@example.com' },
    ...{ labels: [], reference_links: [], document_references: [], related_topics: [], comments: [] },
    ...{ files, viewpoints: [viewpoint] },
  }
}

const archive = (...topics: Topic[]) =>
  buffer(
    writeBcf(
      '3.0',
      generateProject(),
      topics.map((topic) => ({ topic, openEntry: async () => Readable.from([]) })),
    ),
  )

const names = (filename: string): HeaderFile[] => [{ filename, is_external: true }]

async function readAnchors(client: Client, id: string, name: string): Promise<Anchor[]> {
  const { items } = await client.call(listIssues, { params: { id }, query: {} })
  const issueId = items.find((item) => item.name === name)?.id ?? ''
  return (await client.call(getIssue, { params: { id, issueId } })).anchors
}

const countWaiting = async (project: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from issue_camera_places where project_id = ${project}`.execute(
    app.server.db,
  )
  return rows[0]?.count ?? 0
}

const untilLocated = (project: string) =>
  expect.poll(() => countWaiting(project), { timeout: 60_000, interval: 50 }).toBe(0)

test('A view without elements is placed where its camera looks, in the file that its header names', async () => {
  const { client, project } = await makeOwner(app)
  await upload(client, project.id, 'east.ifc')
  const west = await upload(client, project.id, 'west.ifc')
  const { guid, view } = lookAtColumn()
  const topic = buildTopic('Crack', view, names('C:\\models\\West.ifc'))
  await importFile(client, project.id, await archive(topic))
  await untilLocated(project.id)
  const [anchor] = await readAnchors(client, project.id, 'Crack')
  expect(anchor).toMatchObject({
    ...{ bim_file_header_id: west.header_id, ifc_guid: guid, ifc_class: 'IfcColumn' },
    ...{ located_by: 'CAMERA', state: 'ANCHORED', variant_version_at_creation: 1 },
  })
  // on the surface of the column, not in its middle
  const from = view.perspective_camera?.camera_view_point
  expect(anchor?.point.y).toBeCloseTo(from?.y ?? 0, 3)
  expect(anchor?.point.x).toBeGreaterThan((from?.x ?? 0) + 0.1)
  expect(anchor?.point.x).toBeLessThan((from?.x ?? 0) + aside - 0.05)
  const { items } = await client.call(listIssues, { params: { id: project.id }, query: {} })
  const params = { id: project.id, issueId: items[0]?.id ?? '' }
  const { items: entries } = await client.call(listTimeline, { params, query: {} })
  expect(entries.at(-1)).toMatchObject({ kind: 'LOCATED', by: null })
  // the exported file repeats the imported one
  const exported = await openBcf(await exportFile(app, client, project.id, '3.0'))
  const back: Topic[] = []
  for await (const each of exported.topics()) back.push(each)
  expect(back[0]?.viewpoints[0]?.view.components).toBeUndefined()
  expect(back[0]?.files).toEqual(topic.files)
  expect(back[0]?.modified_date).toBeUndefined()
}, 120_000)

test('Clipping planes and hidden elements let the camera look further', async () => {
  const { client, project } = await makeOwner(app)
  await upload(client, project.id, 'east.ifc')
  const { guid, view } = lookAtColumn()
  const { x = 0, y = 0, z = 0 } = view.perspective_camera?.camera_view_point ?? {}
  const behind = { location: { x: x + 2 * aside, y, z }, direction: { x: -1, y: 0, z: 0 } }
  const hidden = { visibility: { default_visibility: true, exceptions: [{ ifc_guid: guid }] } }
  const only = { visibility: { default_visibility: false, exceptions: [{ ifc_guid: guid }] } }
  const nothing = { ...view.perspective_camera, camera_direction: { x: 0, y: 0, z: 0 } }
  const bytes = await archive(
    buildTopic('Cut', { ...view, clipping_planes: [behind] }, []),
    buildTopic('Hidden', { ...view, components: hidden }, []),
    buildTopic('Only', { ...view, components: only }, []),
    buildTopic('Nowhere', { perspective_camera: nothing as typeof view.perspective_camera }, []),
  )
  await importFile(client, project.id, bytes)
  await untilLocated(project.id)
  const guidOf = async (name: string) => (await readAnchors(client, project.id, name))[0]?.ifc_guid
  expect(await guidOf('Cut')).not.toBe(guid)
  expect(await guidOf('Hidden')).not.toBe(guid)
  expect(await guidOf('Only')).toBe(guid)
  expect(await readAnchors(client, project.id, 'Nowhere')).toEqual([])
  // the file named no model, and none is made up
  const exported = await openBcf(await exportFile(app, client, project.id, '3.0'))
  for await (const { files } of exported.topics()) expect(files).toEqual([])
}, 120_000)

test('Issues wait until the model that their file names is ready, and keep the place that a person chose', async () => {
  const { client, project } = await makeOwner(app)
  const { guid, view } = lookAtColumn(1)
  const waiting = buildTopic('Waits', view, names('east.ifc'))
  const placed = buildTopic('Placed', view, names('east.ifc'))
  await upload(client, project.id, 'other.ifc')
  await importFile(client, project.id, await archive(waiting, placed))
  await locateIssues(app, project.id, new AbortController().signal)
  expect(await countWaiting(project.id)).toBe(2)
  const other = (await listProjectModels(app.server.db, project.id))[0]?.header_id ?? ''
  const { items } = await client.call(listIssues, { params: { id: project.id }, query: {} })
  const params = { id: project.id, issueId: items.find(({ name }) => name === 'Placed')?.id ?? '' }
  await client.call(addAnchor, {
    params,
    body: {
      ...{ bim_file_header_id: other, variant_version_at_creation: 1, ifc_guid: null, ifc_class: null },
      ...{ element_name: null, point: { x: 1, y: 2, z: 3 } },
    },
  })
  await upload(client, project.id, 'east.ifc')
  await untilLocated(project.id)
  const [found] = await readAnchors(client, project.id, 'Waits')
  expect(found).toMatchObject({ ifc_guid: guid, located_by: 'CAMERA' })
  expect(found?.bim_file_header_id).not.toBe(other)
  expect(await readAnchors(client, project.id, 'Placed')).toMatchObject([
    { bim_file_header_id: other, located_by: null },
  ])
}, 120_000)

test('A view sent by the BCF API is placed by its camera, and a search that kills its worker is given up', async () => {
  const { client, project } = await makeOwner(app)
  await upload(client, project.id, 'east.ifc')
  const { guid, view } = lookAtColumn()
  const api = createBcfClient(client, '3.0', project.id)
  const topic = await api.post<{ guid: string }>('/topics', { title: 'By program' })
  await api.post(`/topics/${topic.guid}/viewpoints`, view)
  await untilLocated(project.id)
  expect(await readAnchors(client, project.id, 'By program')).toMatchObject([
    { ifc_guid: guid, located_by: 'CAMERA' },
  ])
  // a worker that dies in every search eventually gives up, instead of being restarted for ever
  const lost = await api.post<{ guid: string }>('/topics', { title: 'Lost' })
  await sql`insert into issue_camera_places (issue_id, project_id, attempts)
    values (${lost.guid}, ${project.id}, 3)`.execute(app.server.db)
  await locateIssues(app, project.id, new AbortController().signal)
  expect(await countWaiting(project.id)).toBe(0)
  expect(await readAnchors(client, project.id, 'Lost')).toEqual([])
}, 120_000)

test('A place set by a person during the search by camera stays the only one', async () => {
  const { client, project } = await makeOwner(app)
  const { header_id } = await upload(client, project.id, 'east.ifc')
  const api = createBcfClient(client, '3.0', project.id)
  const { guid: issueId } = await api.post<{ guid: string }>('/topics', { title: 'Both at once' })
  await api.post(`/topics/${issueId}/viewpoints`, lookAtColumn().view)
  await untilLocated(project.id)
  await sql`delete from issue_anchors where issue_id = ${issueId}`.execute(app.server.db)
  await sql`insert into issue_camera_places (issue_id, project_id) values (${issueId}, ${project.id})`.execute(
    app.server.db,
  )
  let reads = 0
  const blobs = Object.assign(Object.create(app.server.blobs), {
    read: async (key: string) => {
      if (reads++ === 0)
        await client.call(addAnchor, {
          params: { id: project.id, issueId },
          body: {
            ...{ bim_file_header_id: header_id, variant_version_at_creation: 1, ifc_guid: null },
            ...{ ifc_class: null, element_name: null, point: { x: 1, y: 2, z: 3 } },
          },
        })
      return app.server.blobs.read(key)
    },
  })
  await locateIssues(
    { server: { ...app.server, blobs }, teller: app.teller },
    project.id,
    new AbortController().signal,
  )
  expect(reads).toBeGreaterThan(1)
  expect(await readAnchors(client, project.id, 'Both at once')).toMatchObject([{ located_by: null }])
  expect(await countWaiting(project.id)).toBe(0)
}, 60_000)

test('An element with the same GlobalId in two files is taken from the file that the header names', async () => {
  const { client, project } = await makeOwner(app)
  const files = [await upload(client, project.id, 'east.ifc'), await upload(client, project.id, 'west.ifc')]
  const { guid, view } = lookAtColumn()
  const components = { selection: [{ ifc_guid: guid }], visibility: { default_visibility: true } }
  const topics = ['east.ifc', 'west.ifc'].map((name) =>
    buildTopic(name, { ...view, components }, names(name)),
  )
  await importFile(client, project.id, await archive(...topics))
  for (const [at, name] of ['east.ifc', 'west.ifc'].entries())
    expect(await readAnchors(client, project.id, name)).toMatchObject([
      { bim_file_header_id: files[at]?.header_id, ifc_guid: guid, located_by: 'FILE' },
    ])
}, 120_000)

test('A ray passes a model that is not there any more', async () => {
  const { client, project } = await makeOwner(app)
  await upload(client, project.id, 'east.ifc')
  const [found] = await listProjectModels(app.server.db, project.id)
  if (!found?.current) throw new Error('No model')
  const gone = { ...found.current, artefacts_key: 'gone' }
  const ray = { origin: [0, 0, 100], direction: [0, 0, -1], near: 0, far: 1000 } as const
  const rays = [
    {
      ray: { ...ray, origin: [...ray.origin], direction: [...ray.direction] },
      header_ids: new Set([found.header_id]),
      ...{ guids: [], all_but: true },
    },
  ] as unknown as Parameters<typeof castThroughModels>[2]
  const { signal } = new AbortController()
  expect(await castThroughModels(app.server, [gone], rays, 'test', signal)).toEqual([null])
}, 60_000)

test('A project with views waiting for the worker is queued once, however often the queue is swept', async () => {
  const { client, project } = await makeOwner(app)
  const { db, jobs } = app.server
  await jobs.setPaused(true)
  const api = createBcfClient(client, '3.0', project.id)
  const topic = await api.post<{ guid: string }>('/topics', { title: 'Waits' })
  await api.post(`/topics/${topic.guid}/viewpoints`, lookAtColumn().view)
  const { recover } = createLocateWorker(app)
  for (let minute = 0; minute < 5; minute++) await recover()
  expect(await countJobs(db, ['locate'])).toMatchObject([{ waiting: 1 }])
  await jobs.setPaused(false)
})
