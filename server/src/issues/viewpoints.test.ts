import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { countRows } from '../../test/row-counts.ts'
import { readIssueViewpoint } from './viewpoints.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A viewpoint is read without the others of its issue, each of which may be megabytes', async () => {
  const { client, project } = await makeOwner(app)
  const camera = {
    ...{ camera_view_point: { x: 1, y: 2, z: 3 }, camera_direction: { x: 1, y: 0, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 5, aspect_ratio: 1 },
  }
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
