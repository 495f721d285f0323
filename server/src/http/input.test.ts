import { createHeader } from '@plumbline/contract/bim/bim'
import { createView } from '@plumbline/contract/bim/views'
import { createIssue } from '@plumbline/contract/issues/issues'
import { createLevel } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'
import { perspectiveView } from '../../test/perspective-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const elements = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ifc_guid: n.toString(36).padStart(22, '0') }))
const extras = { models: [], storey: null, is_plan: false, coloring: null }

test('A view of 100,000 elements is stored unchanged, and a larger one is refused', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const save = (selection: object[]) =>
    client.call(createView, {
      params,
      body: {
        name: 'All',
        is_shared: false,
        extras,
        view: { ...perspectiveView, components: { selection, visibility: { default_visibility: true } } },
      },
    })
  const saved = await save(elements(100_000))
  expect(saved.view.components?.selection).toEqual(elements(100_000))
  const refused = await refusal(save(elements(100_001)))
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
    400,
    ['view.components.selection'],
  ])
  const wrong = await refusal(save([...elements(50_000), { ifc_guid: 'x' }]))
  expect(Object.keys(wrong.body.fields ?? {})).toEqual(['view.components.selection.50000.ifc_guid'])
})

test('A body over 1 MB is accepted only by endpoints with views or pictures', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const more = { more: 'x'.repeat(2_000_000) }
  await client.call(createIssue, { params, body: { name: 'Crack', ...more } })
  const refused = await refusal(
    client.call(createLevel, { params, body: { name: 'Level', elevation_m: 0, ...more } }),
  )
  expect([refused.status, refused.body.error]).toEqual([413, 'too_large'])
})

test('An impossible file version is refused with 400', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const header = await client.call(createHeader, { params, body: { name: 'Architecture' } })
  const place = { bim_file_header_id: header.id, ifc_guid: null, ifc_class: null, element_name: null }
  const anchor = { ...place, variant_version_at_creation: 2 ** 31, point: { x: 1, y: 2, z: 3 } }
  const refused = await refusal(
    client.call(createIssue, { params, body: { name: 'Crack', anchors: [anchor] } }),
  )
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
    400,
    ['anchors.0.variant_version_at_creation'],
  ])
})
