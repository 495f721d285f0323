import { createHeader } from '@plumbline/contract/bim/bim'
import {
  createView,
  deleteView,
  getView,
  listCorrections,
  listViews,
  setCorrection,
  updateView,
} from '@plumbline/contract/bim/views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'
import { PIXEL } from '../../../test/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const GUID = '0VbIsZtR94gQ0HZvHK0o7T'
const extras = {
  models: [],
  storey: 'Level 2',
  is_plan: true,
  coloring: { by: 'property' as const, set: 'Pset_WallCommon', property: 'FireRating' },
}
const view = {
  orthogonal_camera: {
    camera_view_point: { x: 2_683_000.125, y: 1, z: 2 },
    camera_direction: { x: 0, y: 0, z: -1 },
    camera_up_vector: { x: 0, y: 1, z: 0 },
    view_to_world_scale: 20,
    aspect_ratio: 1.5,
  },
  clipping_planes: [{ location: { x: 0, y: 0, z: 1.2 }, direction: { x: 0, y: 0, z: 1 } }],
  components: {
    selection: [{ ifc_guid: GUID }],
    visibility: { default_visibility: false, exceptions: [{ ifc_guid: GUID }] },
  },
}
const picture = { snapshot_type: 'png' as const, snapshot_data: PIXEL }

async function people() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const [viewer, contributor, editor] = await Promise.all(
    (['VIEWER', 'CONTRIBUTOR', 'EDITOR'] as const).map((level) => makeMember(app, params.id, level)),
  )
  if (!viewer || !contributor || !editor) throw new Error('nobody')
  return { owner, viewer, contributor, editor, params }
}

test('A saved view is returned unchanged, with its snapshot', async () => {
  const { contributor, params } = await people()
  const body = { name: 'Plan of level 2', is_shared: true, view: { ...view, snapshot: picture }, extras }
  const saved = await contributor.client.call(createView, { params, body })
  const path = { ...params, viewId: saved.id }
  const read = await contributor.client.call(getView, { params: path })
  expect(read.view).toEqual(view)
  expect(read.extras).toEqual(extras)
  const { status, headers } = await contributor.client.send(
    'GET',
    `/api/project/${params.id}/view/${saved.id}/snapshot?v=${read.snapshot_id}`,
  )
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
})

test('A private view is visible to its author only, even by its URL', async () => {
  const { viewer, owner, params } = await people()
  const body = { name: 'Mine', is_shared: false, view, extras }
  const mine = await viewer.client.call(createView, { params, body })
  expect((await viewer.client.call(listViews, { params })).map(({ id }) => id)).toEqual([mine.id])
  expect(await owner.client.call(listViews, { params })).toEqual([])
  const path = { ...params, viewId: mine.id }
  for (const call of [
    () => owner.client.call(getView, { params: path }),
    () => owner.client.call(updateView, { params: path, body: { name: 'Taken' } }),
    () => owner.client.call(deleteView, { params: path }),
  ])
    expect((await refusal(call())).status).toBe(404)
  await viewer.client.call(updateView, { params: path, body: { name: 'Still mine' } })
  expect((await viewer.client.call(getView, { params: path })).name).toBe('Still mine')
})

test('Viewers share no views, contributors share and edit their own, editors everybody’s', async () => {
  const { viewer, contributor, editor, params } = await people()
  const body = { name: 'For all', is_shared: true, view, extras }
  expect((await refusal(viewer.client.call(createView, { params, body }))).status).toBe(403)
  const own = await viewer.client.call(createView, { params, body: { ...body, is_shared: false } })
  const ownPath = { ...params, viewId: own.id }
  expect(
    (await refusal(viewer.client.call(updateView, { params: ownPath, body: { is_shared: true } }))).status,
  ).toBe(403)
  const shared = await contributor.client.call(createView, { params, body })
  const path = { ...params, viewId: shared.id }
  expect((await refusal(viewer.client.call(deleteView, { params: path }))).status).toBe(403)
  const hide = { params: path, body: { is_shared: false } }
  expect((await refusal(editor.client.call(updateView, hide))).status).toBe(403)
  await editor.client.call(updateView, { params: path, body: { name: 'Tidied' } })
  expect((await viewer.client.call(listViews, { params })).map(({ name }) => name)).toEqual([
    'For all',
    'Tidied',
  ])
  await editor.client.call(deleteView, { params: path })
  expect(await contributor.client.call(listViews, { params })).toEqual([])
})

test('An invalid snapshot is refused and nothing is stored', async () => {
  const { owner, params } = await people()
  const fake = { snapshot_type: 'png' as const, snapshot_data: Buffer.from('<svg/>').toString('base64') }
  const body = { name: 'Broken', is_shared: true, view: { ...view, snapshot: fake }, extras }
  expect((await refusal(owner.client.call(createView, { params, body }))).status).toBe(415)
  expect(await owner.client.call(listViews, { params })).toEqual([])
})

test('Replacing a view replaces its snapshot, renaming keeps it', async () => {
  const { owner, params } = await people()
  const body = { name: 'One', is_shared: true, view: { ...view, snapshot: picture }, extras }
  const saved = await owner.client.call(createView, { params, body })
  const path = { ...params, viewId: saved.id }
  const renamed = await owner.client.call(updateView, { params: path, body: { name: 'Two' } })
  expect(renamed.snapshot_id).toBe(saved.snapshot_id)
  const replaced = await owner.client.call(updateView, {
    params: path,
    body: { view: { ...view, snapshot: picture } },
  })
  expect(replaced.snapshot_id).not.toBe(saved.snapshot_id)
  expect(replaced.name).toBe('Two')
})

test('A correction is stored per file, and a file of another project answers 404', async () => {
  const { owner, viewer, params } = await people()
  const header = await owner.client.call(createHeader, { params, body: { name: 'Site' } })
  const path = { ...params, headerId: header.id }
  const body = { turn_deg: 12.5, east_m: 3, north_m: -4, height_m: 0.25 }
  await owner.client.call(setCorrection, { params: path, body: { ...body, height_m: 9 } })
  await owner.client.call(setCorrection, { params: path, body })
  expect(await viewer.client.call(listCorrections, { params })).toEqual([{ ...body, header_id: header.id }])
  const other = await makeOwner(app)
  const strange = { id: other.project.id, headerId: header.id }
  expect((await refusal(other.client.call(setCorrection, { params: strange, body }))).status).toBe(404)
  expect(await other.client.call(listCorrections, { params: { id: other.project.id } })).toEqual([])
})
