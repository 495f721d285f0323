import { listChanges } from '@plumbline/contract/issues/changes'
import {
  createIssue,
  getIssue,
  getIssueByNumber,
  getIssueViewpoint,
  updateIssue,
} from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { countRows } from '../../test/row-counts.ts'
import { listViewpointsOfIssues, readIssueViewpoint } from './viewpoints.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const camera = {
  ...{ camera_view_point: { x: 1, y: 2, z: 3 }, camera_direction: { x: 1, y: 0, z: 0 } },
  ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 5, aspect_ratio: 1 },
}

test('A viewpoint is read without the other ones of its issue, which may be megabytes each', async () => {
  const { client, project } = await makeOwner(app)
  const { id } = await client.call(createIssue, {
    params: { id: project.id },
    body: { name: 'Crack', viewpoints: [{ orthogonal_camera: camera }, { orthogonal_camera: camera }] },
  })
  const { viewpoints } = await client.call(getIssue, { params: { id: project.id, issueId: id } })
  const { db: tx, counts } = countRows(app.server.db)

  const read = await readIssueViewpoint({ tx }, id, viewpoints[1]?.guid ?? '')

  expect(read).toMatchObject({ guid: viewpoints[1]?.guid, index: 1, orthogonal_camera: camera })
  expect(counts).toEqual([1])
})

test('Reading an issue does not format its views to learn how large they are', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const view = { orthogonal_camera: camera }
  const { id } = await client.call(createIssue, { params, body: { name: 'Crack', viewpoints: [view] } })
  const { db } = app.server
  const statements = await recordStatements(db, () => listViewpointsOfIssues(db, [id]))
  expect(statements.map((statement) => statement.sql).join()).not.toContain('view::text')
  const sizes = await sql`select view_size - length(view::text) as difference from issue_viewpoints
    where issue_id = ${id}`.execute(db)
  expect(sizes.rows).toEqual([{ difference: 0 }])
})

test('An issue whose viewpoints list 450,000 elements returns most of them abridged, and each can be read completely', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { id, number } = await client.call(createIssue, { params, body: { name: 'Crack' } })
  // as imported from a BCF file; the last one is small
  await sql`insert into issue_viewpoints (id, issue_id, index, view)
    select gen_random_uuid(), ${id}, v, jsonb_build_object('orthogonal_camera', ${JSON.stringify(camera)}::jsonb,
      'components', jsonb_build_object('visibility', jsonb_build_object('default_visibility', true),
        'selection', (select jsonb_agg(jsonb_build_object('ifc_guid', lpad(n::text, 22, '0')))
          from generate_series(1, case when v < 5 then 90000 else 3 end) n)))
    from generate_series(0, 5) v`.execute(app.server.db)
  const at = { ...params, issueId: id }

  const issue = await client.call(getIssue, { params: at })

  expect(JSON.stringify(issue).length).toBeLessThan(5_000_000)
  const isWhole = ({ is_abridged, components }: (typeof issue.viewpoints)[number]) =>
    !is_abridged && (components?.selection?.length ?? 0) > 0
  expect(issue.viewpoints.map(({ index }) => index)).toEqual(Array.from({ length: 6 }, (_, index) => index))
  expect(issue.viewpoints.map(isWhole)).toEqual([true, ...Array(4).fill(false), true])
  const abridged = issue.viewpoints[3]
  expect(abridged).toMatchObject({ is_abridged: true, orthogonal_camera: camera })
  const whole = await client.call(getIssueViewpoint, {
    params: { ...at, viewpointId: abridged?.guid ?? '' },
  })
  expect(whole).toMatchObject({ guid: abridged?.guid, index: 3, orthogonal_camera: camera })
  expect(whole.components?.selection).toHaveLength(90_000)
  expect(whole.is_abridged).toBeUndefined()
  expect(await client.call(getIssueByNumber, { params: { ...params, number } })).toEqual(issue)
  expect((await client.call(listChanges, { params, query: {} })).issues[0]?.issue).toEqual(issue)
  const renamed = await client.call(updateIssue, { params: at, body: { name: 'Wide crack' } })
  expect(renamed.viewpoints).toEqual(issue.viewpoints)
})

test('A viewpoint is read of its own visible issue only', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const create = () =>
    client.call(createIssue, { params, body: { name: 'Crack', viewpoints: [{ orthogonal_camera: camera }] } })
  const [first, second] = [await create(), await create()]
  const viewpointId = second.viewpoints[0]?.guid ?? ''
  await expect(
    client.call(getIssueViewpoint, { params: { ...params, issueId: first.id, viewpointId } }),
  ).rejects.toMatchObject({ status: 404 })
  const stranger = await makeOwner(app)
  await expect(
    stranger.client.call(getIssueViewpoint, { params: { ...params, issueId: second.id, viewpointId } }),
  ).rejects.toMatchObject({ status: 404 })
})
