import fs from 'node:fs'
import path from 'node:path'
import { createHeader } from '@plumbline/contract/bim/bim'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import * as lists from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { getProject } from '@plumbline/contract/projects/projects'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../test/make.ts'
import { perspectiveView } from '../../test/perspective-view.ts'
import { PIXEL } from '../../test/world.ts'
import { purgeIssues } from './trash.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeProject() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const file = async (body: object = {}, by: User = owner) => {
    const { id: issueId } = await by.client.call(issues.createIssue, {
      params,
      body: { name: 'Crack', ...body },
    })
    return { ...params, issueId }
  }
  type At = Awaited<ReturnType<typeof file>>
  const read = (at: At, by: User = owner) => by.client.call(issues.getIssue, { params: at })
  const remove = (at: At, by: User = owner) => by.client.call(issues.deleteIssue, { params: at })
  const restore = (at: At, by: User = owner) => by.client.call(issues.restoreIssue, { params: at })
  const member = (level: 'VIEWER' | 'CONTRIBUTOR' | 'EDITOR') => makeMember(app, params.id, level)
  return { owner, params, file, read, remove, restore, member }
}

const days = (count: number) => () => new Date(Date.now() + count * 24 * 3600 * 1000)

test('A deleted issue disappears everywhere at once and is restored unchanged', async () => {
  const { owner, params, file, read, remove, restore, member } = await makeProject()
  const viewer = await member('VIEWER')
  const header = await owner.client.call(createHeader, { params, body: { name: 'Architecture' } })
  const at = await file({
    assignee_id: owner.id,
    anchors: [
      {
        bim_file_header_id: header.id,
        variant_version_at_creation: 1,
        ifc_guid: null,
        ifc_class: null,
        element_name: null,
        point: { x: 1, y: 2, z: 3 },
      },
    ],
  })
  const seen = async () => {
    const project = await owner.client.call(getProject, { params })
    return {
      listed: (await viewer.client.call(lists.listIssues, { params, query: {} })).total,
      pins: (await viewer.client.call(lists.listPins, { params, query: {} })).length,
      counted: (await viewer.client.call(lists.getIssueStat, { params, query: {} })).total,
      open: [project.open_issues, project.my_open_issues],
    }
  }
  const before = [await read(at), await seen()]
  await remove(at)
  expect(await seen()).toEqual({ listed: 0, pins: 0, counted: 0, open: [0, 0] })
  const history = () => owner.client.call(listTimeline, { params: at, query: {} })
  for (const call of [() => read(at), () => remove(at), history])
    expect((await refusal(call())).status).toBe(404)
  const [trashed] = await owner.client.call(issues.listDeletedIssues, { params, query: {} })
  expect(trashed).toMatchObject({ id: at.issueId, number: 1, name: 'Crack', deleted_by: owner.id })
  await restore(at)
  expect([await read(at), await seen()]).toEqual(before)
  expect((await refusal(restore(at))).status).toBe(404)
})

test('A contributor deletes an own open issue without comments by others, and restores it', async () => {
  const { owner, file, read, remove, restore, member } = await makeProject()
  const [worker, other, editor] = [
    await member('CONTRIBUTOR'),
    await member('CONTRIBUTOR'),
    await member('EDITOR'),
  ]
  const mine = await file({}, worker)
  expect((await refusal(remove(mine, other))).status).toBe(403)
  await remove(mine, worker)
  expect((await refusal(restore(mine, other))).status).toBe(403)
  await restore(mine, worker)
  await remove(mine, worker)
  await restore(mine, editor)
  await owner.client.call(issues.updateIssue, { params: mine, body: { comment: 'Why?' } })
  const refused = await refusal(remove(mine, worker))
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Others have commented on this issue, so only editors can delete it',
  ])
  expect((await read(mine)).version).toBe(1)
})

test('Creator, assignee and watchers are notified of a deletion, not of a restoration', async () => {
  const { owner, file, remove, restore, member } = await makeProject()
  const worker = await member('CONTRIBUTOR')
  const at = await file({ assignee_id: worker.id })
  await remove(at)
  await restore(at)
  const notes = await worker.client.call(listNotifications, { query: {} })
  expect(notes.map(({ type }) => type)).toEqual(['ISSUE_DELETED', 'ISSUE_ASSIGNED'])
  expect((await owner.client.call(listNotifications, { query: {} })).length).toBe(0)
})

test('A deleted issue is purged with its pictures after thirty days', async () => {
  const { owner, params, file, remove, restore } = await makeProject()
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  const at = await file({ viewpoints: [{ ...perspectiveView, snapshot }] })
  const query = { name: 'crack.png' }
  await owner.client.call(addAttachment, {
    params: at,
    query,
    file: new Blob([Buffer.from(PIXEL, 'base64')]),
  })
  const kept = await file({ viewpoints: [{ ...perspectiveView, snapshot }] })
  await remove(at)
  const stored = (folder: string) => fs.readdirSync(path.join(app.dataDir, 'blobs', folder, params.id)).length
  await purgeIssues({ ...app.server, now: days(29) })
  expect([stored('snapshots'), stored('attachments')]).toEqual([2, 1])
  await purgeIssues({ ...app.server, now: days(31) })
  expect([stored('snapshots'), stored('attachments')]).toEqual([1, 0])
  expect((await refusal(restore(at))).status).toBe(404)
  expect((await owner.client.call(issues.getIssue, { params: kept })).viewpoints).toHaveLength(1)
})

test('An issue whose pictures cannot be removed does not block the purge of others', async () => {
  const { params, file, remove } = await makeProject()
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  for (const _ of [1, 2, 3]) await remove(await file({ viewpoints: [{ ...perspectiveView, snapshot }] }))
  const stored = () => fs.readdirSync(path.join(app.dataDir, 'blobs', 'snapshots', params.id)).length
  let tries = 0
  const blobs = {
    ...app.server.blobs,
    remove: async (key: string) => {
      if (key.includes(params.id) && tries++ === 0) throw new Error('the storage refuses')
      await app.server.blobs.remove(key)
    },
  }
  await expect(purgeIssues({ ...app.server, blobs, now: days(31) })).rejects.toThrow('the storage refuses')
  expect(stored()).toBe(1)
  await purgeIssues({ ...app.server, now: days(31) })
  expect(stored()).toBe(0)
})

test('Watchers are notified of changes; people who stop watching a hidden issue lose access', async () => {
  const { owner, file, read, member } = await makeProject()
  const viewer = await member('VIEWER')
  const at = await file({ visibility: 'PRIVATE', watcher_ids: [viewer.id] })
  const watch = (watching: boolean) =>
    viewer.client.call(issues.watchIssue, { params: at, body: { watching } })
  await watch(true)
  expect((await read(at, viewer)).watcher_ids).toEqual([viewer.id])
  await owner.client.call(issues.updateIssue, { params: at, body: { priority: 'HIGH' } })
  expect((await viewer.client.call(listNotifications, { query: {} }))[0]?.type).toBe('ISSUE_UPDATED')
  await watch(false)
  expect((await refusal(read(at, viewer))).status).toBe(404)
  expect((await refusal(watch(true))).status).toBe(404)
  expect((await read(at)).version).toBe(2)
})

test('A relation is mutual, and lists only issues that the caller may see', async () => {
  const { owner, file, read, member } = await makeProject()
  const editor = await member('EDITOR')
  const [one, two] = [await file({ name: 'One' }), await file({ name: 'Two' })]
  const hidden = await file({ name: 'Hidden', visibility: 'PRIVATE' })
  const relate = (by: User, a: typeof one, b: typeof one) =>
    by.client.call(issues.relateIssue, { params: { ...a, otherId: b.issueId } })
  await relate(editor, two, one)
  await relate(owner, one, two)
  await relate(owner, one, hidden)
  const related = async (at: typeof one, by: User) => (await read(at, by)).related.map(({ name }) => name)
  expect([await related(one, owner), await related(two, owner)]).toEqual([['Two', 'Hidden'], ['One']])
  expect(await related(one, editor)).toEqual(['Two'])
  expect((await refusal(relate(editor, two, hidden))).status).toBe(404)
  expect((await refusal(relate(owner, one, one))).status).toBe(409)
  const contributor = await member('CONTRIBUTOR')
  expect((await refusal(relate(contributor, one, two))).status).toBe(403)
  const stranger = await makeProject()
  const foreign = await stranger.file()
  expect((await refusal(relate(owner, one, foreign))).status).toBe(404)
  // ids may be upper case
  const loud = { ...two, issueId: two.issueId.toUpperCase() }
  await owner.client.call(issues.unrelateIssue, { params: { ...loud, otherId: one.issueId } })
  expect([await related(one, owner), await related(two, owner)]).toEqual([['Hidden'], []])
  expect(
    (await refusal(owner.client.call(issues.unrelateIssue, { params: { ...two, otherId: one.issueId } })))
      .status,
  ).toBe(404)
})

test('Anchors are added and removed; the next anchor becomes the pin', async () => {
  const { owner, params, file, read, member } = await makeProject()
  const [assignee, other] = [await member('CONTRIBUTOR'), await member('CONTRIBUTOR')]
  const header = await owner.client.call(createHeader, { params, body: { name: 'Structure' } })
  const at = await file({ assignee_id: assignee.id })
  const add = (by: User, x: number, header_id = header.id) =>
    by.client.call(issues.addAnchor, {
      params: at,
      body: { ...issues.addAnchor.example.body, bim_file_header_id: header_id, point: { x, y: 0, z: 0 } },
    })
  const [first] = [await add(assignee, 1), await add(owner, 2)]
  expect((await refusal(add(other, 3))).status).toBe(403)
  expect((await refusal(add(owner, 3, crypto.randomUUID()))).status).toBe(400)
  const remove = (anchorId: string) => owner.client.call(issues.deleteAnchor, { params: { ...at, anchorId } })
  await remove(first.id)
  expect((await refusal(remove(first.id))).status).toBe(404)
  expect((await read(at)).anchors.map(({ point }) => point.x)).toEqual([2])
  const [pin] = await owner.client.call(lists.listPins, { params, query: {} })
  expect(pin?.point.x).toBe(2)
  const rows = Array.from({ length: 49 }, (_, i) => add(owner, i))
  await Promise.all(rows)
  const full = await refusal(add(owner, 51))
  expect([full.status, full.body.message]).toEqual([409, 'An issue can have at most 50 locations'])
})

test('Contributors add viewpoints; the author or an editor removes or marks them up', async () => {
  const { owner, file, read, member } = await makeProject()
  const [worker, other] = [await member('CONTRIBUTOR'), await member('CONTRIBUTOR')]
  const at = await file()
  const picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: picture.toString('base64') }
  const add = (by: User, body: object) =>
    by.client.call(issues.addViewpoint, { params: at, body: { ...perspectiveView, ...body } })
  const made = await add(worker, { snapshot })
  const bare = await add(owner, {})
  expect(made).toMatchObject({
    has_snapshot: true,
    version: 1,
    markup: null,
    created_by: worker.id,
    index: 0,
  })
  const shapes = [{ kind: 'BOX', from: [0, 0], to: [1, 1], color: 'RED', width: 0.05 } as const] as never
  const draw = (by: User, viewpointId: string, version = 1) =>
    by.client.call(issues.setViewpointMarkup, {
      params: { ...at, viewpointId },
      body: { shapes, version },
    })
  expect((await refusal(draw(other, made.guid))).status).toBe(403)
  expect((await refusal(draw(owner, bare.guid))).body.error).toBe('wrong_state')
  expect(await draw(worker, made.guid)).toMatchObject({ version: 2, markup: { shapes } })
  expect((await refusal(draw(owner, made.guid))).status).toBe(412)
  const path = `/api/project/${at.id}/issue/${at.issueId}/viewpoint/${made.guid}/snapshot`
  const types = await Promise.all(
    ['', '?as=picture', '?as=marked'].map(async (query) => {
      const { status, headers } = await owner.client.send('GET', path + query)
      return [status, headers['content-type']]
    }),
  )
  expect(types).toEqual([
    [200, 'image/png'],
    [200, 'image/png'],
    [200, 'image/webp'],
  ])
  const remove = (by: User, viewpointId: string) =>
    by.client.call(issues.deleteViewpoint, { params: { ...at, viewpointId } })
  expect((await refusal(remove(other, made.guid))).status).toBe(403)
  await remove(worker, made.guid)
  await remove(owner, bare.guid)
  expect(await read(at)).toMatchObject({ viewpoints: [], version: 1 })
})
