import { listVariants } from '@plumbline/contract/bim/bim'
import { setAnchorElement } from '@plumbline/contract/issues/following'
import { getIssue } from '@plumbline/contract/issues/issues'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import type { QueryId, RootOperationNode } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import {
  listFollowed,
  makeRevisedWorld,
  mutateTower,
  pickElement,
  type RevisedWorld,
  reportAtElement,
  uploadRevision,
  waitForAnchor,
} from '../../../test/revised-world.ts'
import { atSize } from '../../../test/size.ts'
import type { Server } from '../../context.ts'
import { followFile } from './follow-file.ts'

/** A follower that is killed at any of its steps changes everything or nothing, and ends in the same result when run again. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '2' })
})
afterAll(() => app.close())

const places = ['ifc_guid', 'point', 'state', 'found_by', 'score', 'moved_m', 'candidates'] as const

/** All that following a file changes. */
async function readResult({ project, header }: RevisedWorld) {
  const { db } = app.server
  const anchors = await db
    .selectFrom('issue_anchors')
    .select(['id', ...places, 'axes', 'placed_version', 'state_version'])
    .where('bim_file_header_id', '=', header)
    .orderBy('id')
    .execute()
  const { rows: views } = await sql<{ id: string; view: unknown }>`
    select w.id, w.view from issue_viewpoints w join issues i on i.id = w.issue_id
    where i.project_id = ${project} order by w.id`.execute(db)
  const { rows: pairs } = await sql`
    select f.version as older, t.version as newer, r.state, r.share, r.counts, md5(r.matches) as matches
    from bim_revisions r join bim_file_variants f on f.id = r.from_variant_id
    join bim_file_variants t on t.id = r.to_variant_id where r.header_id = ${header} order by 1, 2`.execute(
    db,
  )
  const { rows: told } = await sql<{ count: number }>`
    select count(*)::int as count from issue_log where project_id = ${project} and kind = 'FOLLOWED'`.execute(
    db,
  )
  const { anchored_variant_id } = await db
    .selectFrom('bim_file_headers')
    .select('anchored_variant_id')
    .where('id', '=', header)
    .executeTakeFirstOrThrow()
  return { anchors, views, pairs, anchored_variant_id, told: told[0]?.count ?? 0 }
}

type Result = Awaited<ReturnType<typeof readResult>>

/** Puts a file back to how it was before its issues followed it. */
async function restore({ header }: RevisedWorld, { anchors, views, anchored_variant_id }: Result) {
  const { db } = app.server
  await sql`delete from bim_revisions where header_id = ${header}`.execute(db)
  await sql`update issue_anchors a set ifc_guid = n.ifc_guid, point = n.point, state = n.state, found_by = n.found_by,
      score = n.score, moved_m = n.moved_m, candidates = n.candidates, axes = n.axes, placed_version = n.placed_version,
      state_version = n.state_version
    from jsonb_populate_recordset(null::issue_anchors, ${JSON.stringify(anchors)}::jsonb) n where n.id = a.id`.execute(
    db,
  )
  await sql`update issue_viewpoints w set view = n.view
    from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as n (id uuid, view jsonb) where n.id = w.id`.execute(
    db,
  )
  await db.updateTable('bim_file_headers').set({ anchored_variant_id }).where('id', '=', header).execute()
}

/** The entries of the log stay when a file is put back. */
const withoutLog = ({ told: _, ...result }: Result) => result

class KilledError extends Error {}

/** The server, which dies at its nth statement or read of an artefact. */
function killAt(step: number): { server: Server; countSteps: () => number } {
  let steps = 0
  const next = () => {
    if (++steps === step) throw new KilledError()
  }
  const db = app.server.db.withPlugin({
    transformQuery: ({ node }: { node: RootOperationNode; queryId: QueryId }) => {
      next()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const blobs = Object.assign(Object.create(app.server.blobs), {
    read: async (key: string) => {
      next()
      return app.server.blobs.read(key)
    },
  })
  return { server: { ...app.server, db, blobs }, countSteps: () => steps }
}

const follow = (server: Server, { header }: RevisedWorld) =>
  followFile({ server, teller: app.teller }, header, new AbortController().signal)

async function makeFollowedWorld() {
  const world = await makeRevisedWorld(app)
  const second = mutateTower(world.text, { moved: 0.1, deleted: 0.1 })
  const { truth, moved } = second
  const guids = [
    pickElement(truth, (guid, now) => now.length === 1 && !moved.has(guid))[0],
    pickElement(truth, (guid, now) => now.length === 1 && moved.has(guid))[0],
    pickElement(truth, (_guid, now) => now.length === 0)[0],
  ]
  const issues: { id: string }[] = []
  for (const guid of guids) issues.push(await reportAtElement(world, `At ${guid}`, guid))
  const untilFollowed = async (version: number) => {
    for (const { id } of issues) await waitForAnchor(world, id, version)
  }
  return { world, second, untilFollowed }
}

test('A follower killed at any statement changes nothing, and the next one has the same result', async () => {
  const { world, second, untilFollowed } = await makeFollowedWorld()
  const before = await readResult(world)
  await uploadRevision(world, second.text, world.header)
  await untilFollowed(2)
  const after = await readResult(world)
  expect(withoutLog(after)).not.toEqual(withoutLog(before))
  let kills = 0
  // a short run kills at every fourth step
  for (let step = 1; ; step += atSize(1, 4)) {
    await restore(world, before)
    const { told } = await readResult(world)
    const { server } = killAt(step)
    const killed = await follow(server, world).then(
      () => null,
      (error: unknown) => error,
    )
    if (killed === null) break
    kills++
    expect(killed).toBeInstanceOf(KilledError)
    const left = await readResult(world)
    const isBefore = left.anchored_variant_id === before.anchored_variant_id
    expect(withoutLog(left), `step ${step}`).toEqual(withoutLog(isBefore ? before : after))
    expect(left.told - told, `step ${step}`).toBe(isBefore ? 0 : after.told)
    await follow(app.server, world)
    const end = await readResult(world)
    expect(withoutLog(end), `after step ${step}`).toEqual(withoutLog(after))
    expect(end.told - told, `after step ${step}`).toBe(after.told)
  }
  // the pass that was not killed
  expect(withoutLog(await readResult(world))).toEqual(withoutLog(after))
  expect(kills).toBeGreaterThan(atSize(20, 5))
}, 600_000)

test('Two versions uploaded at once are followed in one chain, whichever is ready first and however many follow', async () => {
  const { world, second, untilFollowed } = await makeFollowedWorld()
  const before = await readResult(world)
  const third = mutateTower(second.text, { moved: 0.1 }, 2)
  await Promise.all([
    uploadRevision(world, second.text, world.header),
    uploadRevision(world, third.text, world.header),
  ])
  await untilFollowed(3)
  const after = await readResult(world)
  // a lost element is searched from the version in which it was last known
  expect(after.pairs.map((pair) => Object.values(pair as object).slice(0, 2))).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
  ])
  const params = { id: world.project, headerId: world.header }
  const versions = await world.client.call(listVariants, { params })
  const setState = (version: number, state: 'PROCESSING' | 'COMPLETED') =>
    app.server.db
      .updateTable('bim_file_variants')
      .set({ state })
      .where('id', '=', versions.find((each) => each.version === version)?.id ?? '')
      .execute()
  // the later version is ready first: issues wait for the one before it
  await restore(world, before)
  await setState(2, 'PROCESSING')
  await follow(app.server, world)
  expect(withoutLog(await readResult(world))).toEqual(withoutLog(before))
  await setState(2, 'COMPLETED')
  const { told } = await readResult(world)
  await Promise.all([follow(app.server, world), follow(app.server, world), follow(app.server, world)])
  const end = await readResult(world)
  expect(withoutLog(end)).toEqual(withoutLog(after))
  expect(end.told - told).toBe(after.told)
}, 600_000)

test('A place that a person gave in the newest version is not taken through the versions before it', async () => {
  const { world, second, untilFollowed } = await makeFollowedWorld()
  const before = await readResult(world)
  const third = mutateTower(second.text, { moved: 0.1 }, 2)
  await uploadRevision(world, second.text, world.header)
  await uploadRevision(world, third.text, world.header)
  await untilFollowed(3)
  // the issues are behind by two versions while somebody files one in the newest
  await restore(world, before)
  const [, [newest]] = pickElement(third.truth, (_guid, now) => now.length === 1)
  const filed = await reportAtElement(world, 'Seen in the newest', newest ?? '', 3)
  await follow(app.server, world)
  await untilFollowed(3)
  expect((await readResult(world)).anchored_variant_id).not.toBe(before.anchored_variant_id)
  const { anchors } = await world.client.call(getIssue, { params: { id: world.project, issueId: filed.id } })
  expect(anchors).toMatchObject([{ ifc_guid: newest, state: 'ANCHORED', point: { x: 1, y: 2, z: 3 } }])
  expect(await listFollowed(world, filed.id)).toEqual([])
}, 600_000)

test('A view does not move when a person decides its place while the follower compares the versions', async () => {
  const { world, second, untilFollowed } = await makeFollowedWorld()
  const before = await readResult(world)
  await uploadRevision(world, second.text, world.header)
  await untilFollowed(2)
  await restore(world, before)
  const [guid] = pickElement(second.truth, (each, now) => now.length === 1 && second.moved.has(each))
  const anchor = before.anchors.find(({ ifc_guid }) => ifc_guid === guid)
  const { issue_id: issueId } = await app.server.db
    .selectFrom('issue_anchors')
    .select('issue_id')
    .where('id', '=', anchor?.id ?? '')
    .executeTakeFirstOrThrow()
  const params = { id: world.project, issueId }
  const place = { x: 7, y: 8, z: 9 }
  let decided: Promise<unknown> | null = null
  const blobs = Object.assign(Object.create(app.server.blobs), {
    read: async (key: string) => {
      decided ??= world.client.call(setAnchorElement, {
        params: { ...params, anchorId: anchor?.id ?? '' },
        body: { decision: 'POINT', point: place },
      })
      await decided
      return app.server.blobs.read(key)
    },
  })
  await follow({ ...app.server, blobs }, world)
  expect(decided).not.toBeNull()
  const { anchors, viewpoints } = await world.client.call(getIssue, { params })
  expect(anchors).toMatchObject([{ found_by: 'PERSON', point: place }])
  expect(viewpoints[0]?.orthogonal_camera?.camera_view_point).toEqual({ x: 1, y: 2, z: 3 })
}, 600_000)

test('Issues wait while their version is converted again, and nobody is notified twice', async () => {
  const { world, second, untilFollowed } = await makeFollowedWorld()
  const { id } = await uploadRevision(world, second.text, world.header)
  await untilFollowed(2)
  const readTold = async () => {
    const notes = await world.client.call(listNotifications, { query: {} })
    return notes.filter(({ type }) => type === 'ISSUES_FOLLOWED').map(({ payload }) => payload.followed)
  }
  const [before, told] = [await readResult(world), await readTold()]
  expect(told).toHaveLength(1)
  const setState = (state: 'PROCESSING' | 'COMPLETED') =>
    app.server.db.updateTable('bim_file_variants').set({ state }).where('id', '=', id).execute()
  await setState('PROCESSING')
  await follow(app.server, world)
  expect(await readResult(world)).toEqual(before)
  await setState('COMPLETED')
  await follow(app.server, world)
  expect(await readResult(world)).toEqual(before)
  expect(await readTold()).toEqual(told)
}, 600_000)
