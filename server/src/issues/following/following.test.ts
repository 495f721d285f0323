import { generateBuilding } from '@plumbline/bim/generate/building'
import { deleteVariant, makeVariantCurrent, restartVariant } from '@plumbline/contract/bim/bim'
import { createView, getView } from '@plumbline/contract/bim/views'
import { listChanges } from '@plumbline/contract/issues/changes'
import { listDoubtfulPlaces, setAnchorElement } from '@plumbline/contract/issues/following'
import { addViewpoint, createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listPins } from '@plumbline/contract/issues/lists'
import { checkLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember } from '../../../test/make.ts'
import {
  listFollowed,
  makeRevisedWorld,
  mutateTower,
  pickElement,
  reportAtElement,
  reportWithoutPlace,
  uploadRevision,
  waitForAnchor,
} from '../../../test/revised-world.ts'
import { longTest } from '../../../test/size.ts'

const point = { x: 1, y: 2, z: 3 }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

test('Issues follow their elements into an export with new GlobalIds', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, { moved: 0.1, deleted: 0.1 })
  const [still, [stillNow]] = pickElement(
    mutant.truth,
    (guid, now) => now.length === 1 && !mutant.moved.has(guid),
  )
  const [moved, [movedNow]] = pickElement(
    mutant.truth,
    (guid, now) => now.length === 1 && mutant.moved.has(guid),
  )
  const [gone] = pickElement(mutant.truth, (_guid, now) => now.length === 0)
  const unplaced = await reportWithoutPlace(world, 'Has no place', moved)
  const issues = {
    still: await reportAtElement(world, 'Stays', still),
    moved: await reportAtElement(world, 'Moves', moved),
    gone: await reportAtElement(world, 'Goes', gone),
  }
  const params = { id: world.project }
  const { next: after } = await world.client.call(listChanges, { params, query: {} })
  await uploadRevision(world, mutant.text, world.header)
  expect(await waitForAnchor(world, issues.still.id, 2)).toMatchObject({
    ...{
      ifc_guid: stillNow,
      state: 'REMATCHED',
      found_by: 'PLACE',
      score: 99,
      moved_m: null,
      point,
      axes: 'C/3',
    },
  })
  const there = await waitForAnchor(world, issues.moved.id, 2)
  // the axes of the place before would be wrong
  expect(there).toMatchObject({ ifc_guid: movedNow, state: 'MOVED', axes: null })
  const distance = Math.hypot(there.point.x - 1, there.point.y - 2, there.point.z - 3)
  expect(there.moved_m).toBeCloseTo(distance, 6)
  expect(distance).toBeGreaterThan(0.09)
  const lost = await waitForAnchor(world, issues.gone.id, 2)
  expect(['NEEDS_REVIEW', 'ORPHANED']).toContain(lost.state)
  expect(lost).toMatchObject({ ifc_guid: gone, point })
  // the viewpoint selects the element of the new version, and its camera went with it
  const { viewpoints } = await world.client.call(getIssue, {
    params: { id: world.project, issueId: issues.moved.id },
  })
  expect(viewpoints[0]?.components?.selection).toEqual([{ ifc_guid: movedNow }])
  const eye = viewpoints[0]?.orthogonal_camera?.camera_view_point
  expect(eye?.x).toBeCloseTo(there.point.x, 6)
  expect(eye?.y).toBeCloseTo(there.point.y, 6)
  // devices with an offline copy get the views of an issue without a place as well
  const { issues: sent } = await world.client.call(listChanges, { params, query: { after } })
  const kept = sent.find(({ issue }) => issue.id === unplaced.id)
  expect(kept?.issue.viewpoints[0]?.components?.selection).toEqual([{ ifc_guid: movedNow }])
  const pins = await world.client.call(listPins, { params })
  expect(pins.map(({ state }) => state).sort()).toEqual([lost.state, 'MOVED', 'REMATCHED'].sort())
  expect(await listFollowed(world, issues.still.id)).toEqual([
    { file: 'tower.ifc', version: 2, state: 'REMATCHED', found_by: 'PLACE', moved_m: null },
  ])
  expect(await listFollowed(world, issues.moved.id)).toMatchObject([
    { version: 2, state: 'MOVED', moved_m: Math.round(distance * 1000) / 1000 },
  ])
  expect(await listFollowed(world, issues.gone.id)).toMatchObject([{ version: 2, state: lost.state }])
  const notes = await world.client.call(listNotifications, { query: {} })
  const told = notes.filter(({ type }) => type === 'ISSUES_FOLLOWED')
  expect(told).toHaveLength(1)
  const followed = told[0]?.payload.followed
  expect(followed).toMatchObject({ issues: 3, stay: 0, moved: 1, found: 1 })
  expect((followed?.review ?? 0) + (followed?.gone ?? 0)).toBe(1)
  // the same export sent again moves nothing and notifies nobody
  await uploadRevision(world, mutant.text, world.header)
  expect((await waitForAnchor(world, issues.still.id, 3)).state).toBe('ANCHORED')
  expect(await listFollowed(world, issues.still.id)).toHaveLength(1)
  await waitForAnchor(world, issues.gone.id, 3)
  expect(await listFollowed(world, issues.gone.id)).toHaveLength(1)
}, 600_000)

test('Making the old version current brings its issues back to where they were', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, { moved: 0.1, deleted: 0.1 })
  const [gone] = pickElement(mutant.truth, (_guid, now) => now.length === 0)
  const [moved] = pickElement(mutant.truth, (guid, now) => now.length === 1 && mutant.moved.has(guid))
  const lost = await reportAtElement(world, 'Goes', gone)
  const back = await reportAtElement(world, 'Moves', moved)
  const second = await uploadRevision(world, mutant.text, world.header)
  await waitForAnchor(world, lost.id, 2)
  const params = { id: world.project, headerId: world.header, variantId: world.first.id }
  await world.client.call(makeVariantCurrent, { params })
  expect(await waitForAnchor(world, lost.id, 1)).toMatchObject({ ifc_guid: gone, state: 'ANCHORED', point })
  const there = await waitForAnchor(world, back.id, 1)
  expect(there.ifc_guid).toBe(moved)
  expect(there.point.x).toBeCloseTo(1, 3)
  const { viewpoints } = await world.client.call(getIssue, {
    params: { id: world.project, issueId: back.id },
  })
  expect(viewpoints[0]?.components?.selection).toEqual([{ ifc_guid: moved }])
  expect((await listFollowed(world, lost.id)).map(({ version, state }) => [version, state])).toEqual([
    [2, expect.stringMatching(/^(NEEDS_REVIEW|ORPHANED)$/)],
    [1, 'ANCHORED'],
  ])
  const log = await world.client.call(checkLog, { params: { id: world.project } })
  expect(log.broken_at).toBeNull()
  // deleting the older version makes the second one current again
  await world.client.call(deleteVariant, { params, query: {} })
  expect((await waitForAnchor(world, back.id, 2)).state).toBe('MOVED')
  expect(second.version).toBe(2)
}, 600_000)

test('A view taken in the new version before its issue follows stays where it was taken', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, { moved: 0.1 })
  const [guid] = pickElement(mutant.truth, (each, now) => now.length === 1 && mutant.moved.has(each))
  const issue = await reportAtElement(world, 'Moves', guid)
  const at = { id: world.project, issueId: issue.id }
  const view = {
    orthogonal_camera: {
      ...{ camera_view_point: point, camera_direction: { x: 1, y: 0, z: 0 } },
      ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 5, aspect_ratio: 1 },
    },
  }
  await world.client.call(addViewpoint, {
    params: at,
    body: { ...view, models: [{ header_id: world.header, version: 2 }] },
  })
  const listEyes = async () => {
    const { viewpoints } = await world.client.call(getIssue, { params: at })
    return viewpoints.map((each) => each.orthogonal_camera?.camera_view_point.x ?? 0)
  }
  await uploadRevision(world, mutant.text, world.header)
  const there = await waitForAnchor(world, issue.id, 2)
  expect(there.point.x).not.toBeCloseTo(point.x, 3)
  const [old = 0, recent = 0] = await listEyes()
  expect(old).toBeCloseTo(there.point.x, 6)
  expect(recent).toBe(point.x)
  // both are in the second version now, and return with it
  const params = { id: world.project, headerId: world.header, variantId: world.first.id }
  await world.client.call(makeVariantCurrent, { params })
  const back = await waitForAnchor(world, issue.id, 1)
  const [oldBack = 0, recentBack = 0] = await listEyes()
  expect(oldBack - old).toBeCloseTo(back.point.x - there.point.x, 6)
  expect(recentBack - recent).toBeCloseTo(back.point.x - there.point.x, 6)
}, 600_000)

test('Issues follow their elements from a version with a stopped or failed repeated conversion', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, { moved: 0.1 })
  const [guid, [second = '']] = pickElement(
    mutant.truth,
    (guid, now) => now.length === 1 && mutant.moved.has(guid),
  )
  const issue = await reportAtElement(world, 'Moves', guid)
  const { id } = await uploadRevision(world, mutant.text, world.header)
  await waitForAnchor(world, issue.id, 2)
  const params = { id: world.project, headerId: world.header }
  const endConversion = (variantId: string, state: 'STOPPED' | 'FAILED') =>
    app.server.db.updateTable('bim_file_variants').set({ state }).where('id', '=', variantId).execute()
  await endConversion(id, 'STOPPED')
  const later = mutateTower(mutant.text, {}, 2)
  const [third] = later.truth.get(second) ?? []
  const newest = await uploadRevision(world, later.text, world.header)
  const there = await waitForAnchor(world, issue.id, 3)
  expect(there.ifc_guid).toBe(third)
  await endConversion(newest.id, 'FAILED')
  // any event of a version makes its file's issues follow the current version
  await world.client.call(restartVariant, { params: { ...params, variantId: id }, body: undefined })
  expect(await waitForAnchor(world, issue.id, 2)).toMatchObject({ ifc_guid: second, point: there.point })
}, 600_000)

longTest(
  'A file that is replaced by another building moves no issue',
  async () => {
    const world = await makeRevisedWorld(app)
    const mutant = mutateTower(world.text, {})
    const [guid] = pickElement(mutant.truth, (_guid, now) => now.length === 1)
    const issue = await reportAtElement(world, 'Stays where it was', guid)
    const other = [
      ...generateBuilding({ discipline: 'services', storeys: 2, bays_x: 5, bays_y: 3, version: 1, seed: 9 }),
    ].join('')
    await uploadRevision(world, other, world.header)
    await expect
      .poll(
        async () => {
          const notes = await world.client.call(listNotifications, { query: {} })
          return notes.find(({ type }) => type === 'ISSUES_FOLLOWED')?.payload.found_percent
        },
        { timeout: 500_000 },
      )
      .toBeLessThan(15)
    const read = await world.client.call(getIssue, { params: { id: world.project, issueId: issue.id } })
    expect(read.anchors[0]).toMatchObject({ ifc_guid: guid, state: 'ANCHORED', state_version: null })
    const { versions } = await world.client.call(listDoubtfulPlaces, {
      params: { id: world.project },
      query: {},
    })
    expect(versions).toMatchObject([{ header_id: world.header, version: 2, header_name: 'tower.ifc' }])
    // the next version is the right building again, and its issues follow
    await uploadRevision(world, mutant.text, world.header)
    const [now] = mutant.truth.get(guid) ?? []
    expect(await waitForAnchor(world, issue.id, 3)).toMatchObject({ ifc_guid: now, state: 'REMATCHED' })
  },
  600_000,
)

test('A person assigns a lost place to an element, undoes it, and later versions continue from there', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, { deleted: 0.1 })
  const [gone] = pickElement(mutant.truth, (_guid, now) => now.length === 0)
  const [, [chosen = '']] = pickElement(mutant.truth, (_guid, now) => now.length === 1)
  const first = await reportAtElement(world, 'Crack', gone)
  const second = await reportAtElement(world, 'Rust at the same column', gone)
  const hidden = await reportAtElement(world, 'Nobody else sees this', gone)
  await world.client.call(updateIssue, {
    params: { id: world.project, issueId: hidden.id },
    body: { visibility: 'PRIVATE' },
  })
  const editor = await makeMember(app, world.project, 'EDITOR')
  await uploadRevision(world, mutant.text, world.header)
  const lost = await waitForAnchor(world, first.id, 2)
  const params = { id: world.project, issueId: first.id, anchorId: lost.id }
  const place = { x: 7, y: 8, z: 9 }
  const kept = await waitForAnchor(world, hidden.id, 2)
  // the other issue at the same column has the decision in its log as well, for devices with an offline copy
  const readChanges = (after?: string) =>
    world.client.call(listChanges, { params: { id: world.project }, query: after ? { after } : {} })
  const listDecisions = async (issueId: string) => {
    const { items } = await world.client.call(listTimeline, {
      params: { id: world.project, issueId },
      query: {},
    })
    return items.filter(({ kind }) => kind === 'PLACED').map(({ by }) => by)
  }
  const { next } = await readChanges()
  const said = await editor.client.call(setAnchorElement, {
    params,
    body: { decision: 'ELEMENT', ifc_guid: chosen, ifc_class: 'IfcColumn', element_name: 'C4', point: place },
  })
  expect(said).toMatchObject({
    ...{
      others: 1,
      anchor: { ifc_guid: chosen, state: 'REMATCHED', found_by: 'PERSON', point: place, axes: null },
    },
  })
  expect((await waitForAnchor(world, second.id, 2)).ifc_guid).toBe(chosen)
  const changed = (await readChanges(next)).issues.map(({ issue }) => issue)
  expect(changed.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
  expect(changed.map(({ anchors }) => anchors[0]?.ifc_guid)).toEqual([chosen, chosen])
  expect(await listDecisions(second.id)).toEqual([editor.id])
  // an issue that the editor does not see stays as it was
  expect(await waitForAnchor(world, hidden.id, 2)).toEqual(kept)
  const back = await world.client.call(setAnchorElement, { params, body: { decision: 'UNDECIDED' } })
  expect(lost.axes).toBe('C/3')
  expect(back.anchor).toEqual(lost)
  expect((await waitForAnchor(world, second.id, 2)).ifc_guid).toBe(gone)
  expect(await listDecisions(second.id)).toHaveLength(2)
  expect(await listDecisions(hidden.id)).toEqual([])
  const decision = { decision: 'ELEMENT' as const, ifc_class: 'IfcColumn', element_name: 'C4', point: place }
  await world.client.call(setAnchorElement, { params, body: { ...decision, ifc_guid: chosen } })
  const again = mutateTower(mutant.text, {}, 2)
  await uploadRevision(world, again.text, world.header)
  const [later] = again.truth.get(chosen) ?? []
  expect(await waitForAnchor(world, second.id, 3)).toMatchObject({ ifc_guid: later, point: place })
}, 600_000)

test('A view keeps the element of its own file when another file with the same GlobalIds is exported again', async () => {
  const world = await makeRevisedWorld(app)
  const twin = await uploadRevision(world, world.text)
  const mutant = mutateTower(world.text, {})
  const [guid, [now = '']] = pickElement(mutant.truth, (_guid, after) => after.length === 1)
  const own = await reportAtElement(world, 'In the file', guid)
  const other = await reportAtElement({ ...world, header: twin.header_id }, 'In its twin', guid)
  const params = { id: world.project }
  const extras = { models: [], storey: null, is_plan: false, coloring: null }
  const camera = {
    orthogonal_camera: {
      ...{ camera_view_point: point, camera_direction: { x: 1, y: 0, z: 0 } },
      ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 5, aspect_ratio: 1 },
    },
  }
  const components = { selection: [{ ifc_guid: guid }], visibility: { default_visibility: true } }
  const view = await world.client.call(createView, {
    params,
    body: { name: 'Both', is_shared: false, view: { ...camera, components }, extras },
  })
  await uploadRevision(world, mutant.text, world.header)
  await waitForAnchor(world, own.id, 2)
  const selectedBy = async (issueId: string) => {
    const { viewpoints } = await world.client.call(getIssue, { params: { ...params, issueId } })
    return viewpoints[0]?.components?.selection
  }
  expect(await selectedBy(own.id)).toEqual([{ ifc_guid: now }])
  expect(await selectedBy(other.id)).toEqual([{ ifc_guid: guid }])
  const [anchor] = (await world.client.call(getIssue, { params: { ...params, issueId: other.id } })).anchors
  expect(anchor).toMatchObject({ ifc_guid: guid, bim_file_header_id: twin.header_id, state: 'ANCHORED' })
  // a saved view shows the elements of both files
  const saved = await world.client.call(getView, { params: { ...params, viewId: view.id } })
  expect(saved.view.components?.selection).toEqual([{ ifc_guid: guid }, { ifc_guid: now }])
}, 600_000)

test('An issue without a place whose view lists new elements reaches devices with an offline copy', async () => {
  const world = await makeRevisedWorld(app)
  const mutant = mutateTower(world.text, {})
  const [guid, [now = '']] = pickElement(mutant.truth, (_guid, after) => after.length === 1)
  const placed = await reportAtElement(world, 'With a place', guid)
  const params = { id: world.project }
  const viewed = await world.client.call(createIssue, {
    params,
    body: {
      name: 'With a view alone',
      viewpoints: [
        { components: { selection: [{ ifc_guid: guid }], visibility: { default_visibility: true } } },
      ],
    },
  })
  const { next } = await world.client.call(listChanges, { params, query: {} })
  await uploadRevision(world, mutant.text, world.header)
  await waitForAnchor(world, placed.id, 2)
  const { issues } = await world.client.call(listChanges, { params, query: { after: next } })
  expect(issues.map(({ issue }) => [issue.id, issue.viewpoints[0]?.components?.selection])).toEqual(
    expect.arrayContaining([[viewed.id, [{ ifc_guid: now }]]]),
  )
  const log = await world.client.call(checkLog, { params })
  expect(log.broken_at).toBeNull()
}, 600_000)
