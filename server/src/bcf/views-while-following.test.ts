import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { writeBcf } from '@plumbline/bcf/write'
import { getIssue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../../../bcf/generate/topics.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { createBcfClient } from '../../test/bcf.ts'
import { importFile } from '../../test/bcf-files.ts'
import {
  makeRevisedWorld,
  mutateTower,
  pickElement,
  type RevisedWorld,
  reportAtElement,
  uploadRevision,
  waitForAnchor,
} from '../../test/revised-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

/** Locks an issue, so that the file's issues do not follow its new version until the returned function is called. */
async function holdFollowing(issueId: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = app.server.db.transaction().execute(async (tx) => {
    await sql`select from issues where id = ${issueId} for update`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return async () => {
    released.resolve()
    await holding
  }
}

const viewAt = (x: number) => ({
  orthogonal_camera: {
    ...{ camera_view_point: { x, y: 2, z: 3 }, camera_direction: { x: 1, y: 0, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 5, aspect_ratio: 1 },
  },
})

/** Imports a file with another viewpoint of an issue. */
async function importViewpoint({ client, project }: RevisedWorld, guid: string, x: number) {
  const topic = {
    ...{
      guid,
      title: 'Moves',
      creation_date: '2026-03-02T08:00:00.000Z',
      creation_author: 'ana@example.com',
    },
    ...{
      labels: [],
      reference_links: [],
      document_references: [],
      related_topics: [],
      comments: [],
      files: [],
    },
    viewpoints: [{ guid: randomUUID(), view: viewAt(x), bitmaps: [] }],
  }
  const entries = [{ topic, openEntry: async () => Readable.from([]) }]
  const done = await importFile(client, project, await buffer(writeBcf('3.0', generateProject(), entries)))
  expect(done.state).toBe('DONE')
}

test('Views received by BCF before their issue follows the current version stay where they were taken', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, { moved: 0.1 })
  const [guid] = pickElement(mutant.truth, (each, now) => now.length === 1 && mutant.moved.has(each))
  // issues are locked in the order of their ids, so this one is locked first and the other one is free meanwhile
  const held = await reportAtElement(world, 'Held', guid)
  const issue = await reportAtElement(world, 'Moves', guid)
  const release = await holdFollowing(held.id)
  try {
    await uploadRevision(world, mutant.text, world.header)
    const bcf = createBcfClient(world.client, '3.0', world.project)
    await bcf.post(`/topics/${issue.id}/viewpoints`, viewAt(11))
    await importViewpoint(world, issue.id, 12)
  } finally {
    await release()
  }
  const there = await waitForAnchor(world, issue.id, 2)
  const { viewpoints } = await world.client.call(getIssue, {
    params: { id: world.project, issueId: issue.id },
  })
  const [old, ...recent] = viewpoints.map((each) => each.orthogonal_camera?.camera_view_point.x ?? 0)
  expect(old).toBeCloseTo(there.point.x, 6)
  expect(there.point.x).not.toBeCloseTo(1, 3)
  expect(recent).toEqual([11, 12])
}, 600_000)
