import { createHeader } from '@plumbline/contract/bim/bim'
import * as issues from '@plumbline/contract/issues/issues'
import * as lists from '@plumbline/contract/issues/lists'
import {
  acknowledgeNotification,
  countNotifications,
  listNotifications,
} from '@plumbline/contract/notifications/notifications'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner } from '../../test/make.ts'
import { perspectiveView } from '../../test/perspective-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const point = { x: 12.5, y: -3.25, z: 7.1 }
const view = {
  ...perspectiveView,
  components: {
    selection: [{ ifc_guid: '0LV8Pu4Uf1WA5ftNOIVgsV' }],
    visibility: { default_visibility: true, exceptions: [] },
  },
}

test('Creating an issue without parts returns the same as reading it', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const made = await client.call(issues.createIssue, { params, body: { name: 'Crack' } })
  expect(await client.call(issues.getIssueByNumber, { params: { ...params, number: 1 } })).toEqual(made)
})

test('An issue created on an element keeps its anchor, viewpoint and snapshot', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const header = await client.call(createHeader, { params, body: { name: 'Architecture' } })
  const picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
  const anchor = {
    bim_file_header_id: header.id,
    variant_version_at_creation: 1,
    ifc_guid: '0LV8Pu4Uf1WA5ftNOIVgsV',
    ifc_class: 'IfcWall',
    element_name: 'Basic Wall 200 mm',
    axes: 'C/3',
    point,
  }
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: picture.toString('base64') }
  const made = await client.call(issues.createIssue, {
    params,
    body: { name: 'Crack in slab', anchors: [anchor], viewpoints: [{ ...view, snapshot }] },
  })
  expect(made).toMatchObject({ number: 1, status: 'OPEN', type: 'DEFECT', priority: 'MEDIUM', version: 1 })
  const read = await client.call(issues.getIssueByNumber, { params: { id: project.id, number: 1 } })
  // the reply to the author equals the reply to other readers
  expect(made).toEqual(read)
  expect(read.anchors).toMatchObject([{ ...anchor, state: 'ANCHORED' }])
  expect(read.viewpoints).toMatchObject([{ ...view, has_snapshot: true }])
  const [viewpoint] = read.viewpoints
  const path = `/api/project/${project.id}/issue/${read.id}/viewpoint/${viewpoint?.guid}/snapshot`
  const sent = await client.send('GET', path)
  expect([sent.status, sent.headers['content-type']]).toEqual([200, 'image/png'])
  const pins = await client.call(lists.listPins, { params })
  expect(pins).toMatchObject([{ issue_id: read.id, number: 1, point }])
})

test('Concurrently created issues get consecutive numbers', async () => {
  const { client, project } = await makeOwner(app)
  const file = (name: string) =>
    client.call(issues.createIssue, { params: { id: project.id }, body: { name } })
  const made = await Promise.all(Array.from({ length: 25 }, (_, i) => file(`Issue ${i}`)))
  expect(made.map((issue) => issue.number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, i) => i + 1),
  )
})

test('A client-chosen id is accepted once', async () => {
  const { client, project } = await makeOwner(app)
  const id = 'd6f1c2b4-8a51-4a8e-9d0d-3f9f6a1c7e11'
  const body = { id, name: 'From a plug-in' }
  expect((await client.call(issues.createIssue, { params: { id: project.id }, body })).id).toBe(id)
  const again = await refusal(client.call(issues.createIssue, { params: { id: project.id }, body }))
  expect(again.status).toBe(409)
})

test('The list filters, sorts and pages without gaps or duplicates', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  for (let i = 1; i <= 7; i++)
    await client.call(issues.createIssue, {
      params,
      body: { name: i === 3 ? '100% done_here' : `Issue ${i}`, priority: i % 2 ? 'HIGH' : 'LOW' },
    })
  const seen: number[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof client.call<typeof lists.listIssues>>> = await client.call(
      lists.listIssues,
      {
        params,
        query: { limit: 3, sort: 'number', ...(after ? { after } : {}) },
      },
    )
    expect(page.total).toBe(7)
    seen.push(...page.items.map((issue) => issue.number))
    after = page.next
  } while (after)
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  const high = await client.call(lists.listIssues, { params, query: { priority: 'HIGH' } as never })
  expect(high.items.map((issue) => issue.number)).toEqual([7, 5, 3, 1])
  const found = await client.call(lists.listIssues, { params, query: { q: '0% done_' } })
  expect(found.items.map((issue) => issue.number)).toEqual([3])
  const byNumber = await client.call(lists.listIssues, { params, query: { q: '#5' } })
  expect(byNumber.items.map((issue) => issue.number)).toEqual([5])
})

test('An update with a stale ETag is refused and changes nothing', async () => {
  const { client, project } = await makeOwner(app)
  const issue = await client.call(issues.createIssue, { params: { id: project.id }, body: { name: 'First' } })
  const params = { id: project.id, issueId: issue.id }
  await client.call(issues.updateIssue, { params, body: { name: 'Second' } }, { 'if-match': '"1"' })
  const late = await refusal(
    client.call(issues.updateIssue, { params, body: { name: 'Third' } }, { 'if-match': '"1"' }),
  )
  expect(late.status).toBe(412)
  expect((await client.call(issues.getIssue, { params })).name).toBe('Second')
})

test('Contributors update own and assigned issues, viewers none', async () => {
  const owner = await makeOwner(app)
  const contributor = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const params = { id: owner.project.id }
  const theirs = await owner.client.call(issues.createIssue, { params, body: { name: 'By the owner' } })
  const own = await contributor.client.call(issues.createIssue, {
    params,
    body: { name: 'By the contributor' },
  })
  const change = (user: typeof viewer, issueId: string, body: object) =>
    user.client.call(issues.updateIssue, { params: { ...params, issueId }, body })
  await change(contributor, own.id, { name: 'Renamed' })
  expect((await refusal(change(contributor, theirs.id, { name: 'Taken over' }))).status).toBe(403)
  expect((await refusal(change(viewer, own.id, { name: 'Seen' }))).status).toBe(403)
  expect(
    (await refusal(viewer.client.call(issues.createIssue, { params, body: { name: 'No' } }))).status,
  ).toBe(403)
  const unassignable = await refusal(change(owner as never, theirs.id, { assignee_id: viewer.id }))
  expect(unassignable.body.fields).toHaveProperty('assignee_id')
  await change(owner as never, theirs.id, { assignee_id: contributor.id })
  await change(contributor, theirs.id, { status: 'IN_PROGRESS' })
})

test('A private issue is not found by others', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const author = await makeMember(app, params.id, 'CONTRIBUTOR')
  const other = await makeMember(app, params.id, 'EDITOR')
  const issue = await author.client.call(issues.createIssue, {
    params,
    body: { name: 'Private', visibility: 'PRIVATE' },
  })
  const at = (issueId: string) => ({ params: { ...params, issueId } })
  const hidden = await refusal(other.client.call(issues.getIssue, at(issue.id)))
  const absent = await refusal(other.client.call(issues.getIssue, at(crypto.randomUUID())))
  const shape = ({ status, body }: typeof hidden) => [status, body.error, body.message]
  expect(shape(hidden)).toEqual(shape(absent))
  expect(
    (await refusal(other.client.call(issues.updateIssue, { ...at(issue.id), body: { name: 'x' } }))).status,
  ).toBe(404)
  expect((await other.client.call(lists.listIssues, { params, query: {} })).total).toBe(0)
  expect((await owner.client.call(lists.listIssues, { params, query: {} })).total).toBe(1)
})

test('The assignee is notified, not the user who assigned', async () => {
  const owner = await makeOwner(app, 'Ada Mason')
  const worker = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  await owner.client.call(issues.createIssue, {
    params: { id: owner.project.id },
    body: { name: 'Fix the door', assignee_id: worker.id },
  })
  const [note] = await worker.client.call(listNotifications, { query: {} })
  expect(note).toMatchObject({
    type: 'ISSUE_ASSIGNED',
    payload: {
      by_user_name: 'Ada Mason',
      issue_number: 1,
      issue_name: 'Fix the door',
      project_name: 'Harbour School',
    },
  })
  expect((await owner.client.call(countNotifications, { query: {} })).total).toBe(0)
})

test('A snapshot that is not a picture is refused and no issue is created', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: Buffer.from('<svg/>').toString('base64') }
  const refused = await refusal(
    client.call(issues.createIssue, { params, body: { name: 'Odd', viewpoints: [{ ...view, snapshot }] } }),
  )
  expect(refused.status).toBe(415)
  expect((await client.call(lists.listIssues, { params, query: {} })).total).toBe(0)
})

/** An issue of the owner, with a contributor and a viewer in the project. */
async function makeWork() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const editor = await makeMember(app, params.id, 'EDITOR')
  const { id: issueId } = await owner.client.call(issues.createIssue, {
    params,
    body: { name: 'Crack', assignee_id: worker.id },
  })
  const at = { ...params, issueId }
  const change = (user: { client: typeof owner.client }, body: object) =>
    user.client.call(issues.updateIssue, { params: at, body })
  const read = () => owner.client.call(issues.getIssue, { params: at })
  return { owner, worker, editor, params, at, change, read }
}

test('An issue is resolved with a comment about the fix and closed by another user; earlier comments prove nothing', async () => {
  const { owner, worker, editor, change, read } = await makeWork()
  const bare = await refusal(change(worker, { status: 'RESOLVED' }))
  expect([bare.status, bare.body.message]).toEqual([409, 'Add a comment or a photo that shows what was done'])
  expect(await read()).toMatchObject({ status: 'OPEN', version: 1, has_proof: false })
  await change(owner, { comment: 'Please clear it by Friday' })
  expect((await refusal(change(worker, { status: 'RESOLVED' }))).body.error).toBe('wrong_state')
  const resolved = await change(worker, { status: 'RESOLVED', comment: 'Filled and painted' })
  expect(resolved).toMatchObject({ status: 'RESOLVED', resolved_by: worker.id, comments: 2, version: 2 })
  expect((await refusal(change(worker, { status: 'CLOSED' }))).status).toBe(403)
  const reopened = await change(editor, { status: 'REOPENED', comment: 'Still there' })
  // the reason for reopening does not prove the next resolution
  expect(reopened).toMatchObject({ resolved_by: null, resolved_at: null, has_proof: false, comments: 3 })
  expect((await refusal(change(worker, { status: 'RESOLVED' }))).body.error).toBe('wrong_state')
  await change(editor, { status: 'IN_PROGRESS' })
  expect(await change(editor, { comment: 'I did it myself' })).toMatchObject({ has_proof: true })
  await change(editor, { status: 'RESOLVED' })
  const same = await refusal(change(editor, { status: 'CLOSED' }))
  expect(same.body.message).toBe('Someone other than the person who resolved this issue has to do this')
  expect(await change(owner, { status: 'CLOSED' })).toMatchObject({ status: 'CLOSED', closed_by: owner.id })
  expect((await refusal(change(owner, { status: 'VOID' }))).body).toMatchObject({
    error: 'wrong_state',
    message: 'You cannot change the status from Closed to Void',
    reason: { code: 'status_change_refused', values: { from: 'CLOSED', to: 'VOID' } },
  })
})

test('An update without changes keeps the version; its comment is still added', async () => {
  const { owner, change, read } = await makeWork()
  const before = await read()
  expect(await change(owner, { name: 'Crack', status: 'OPEN', labels: [] })).toEqual(before)
  const said = await change(owner, { name: 'Crack', comment: 'Seen' })
  expect(said).toMatchObject({ version: 1, comments: 1, watcher_ids: [owner.id] })
})

test('Editors set the watchers; ids outside the project are ignored', async () => {
  const { owner, worker, editor, change, params } = await makeWork()
  const stranger = (await makeOwner(app)).id
  const set = await change(worker, { watcher_ids: [editor.id, owner.id, stranger, editor.id] })
  expect(set.watcher_ids).toEqual([editor.id, owner.id].sort())
  expect(set.version).toBe(2)
  const other = await makeMember(app, params.id, 'CONTRIBUTOR')
  expect((await refusal(change(other, { watcher_ids: [] }))).status).toBe(403)
  expect((await change(editor, { watcher_ids: [] })).watcher_ids).toEqual([])
})

test('Changes within minutes are merged into one unread notification', async () => {
  const { owner, worker, editor, change, at } = await makeWork()
  const notes = async () => {
    const all = await worker.client.call(listNotifications, { query: {} })
    return all.filter(({ type }) => type === 'ISSUE_UPDATED')
  }
  await change(editor, { status: 'IN_PROGRESS' })
  expect((await notes()).map(({ payload }) => payload.message)).toEqual(['Status Open -> In progress'])
  await change(owner, { priority: 'HIGH' })
  await change(editor, { name: 'Wide crack' })
  const [note, ...others] = await notes()
  expect([note?.payload, others]).toMatchObject([
    { message: '3 changes', issue_name: 'Wide crack', issue_id: at.issueId },
    [],
  ])
  await worker.client.call(acknowledgeNotification, { params: { id: note?.id ?? '' }, body: undefined })
  await change(editor, { priority: 'LOW' })
  expect(await notes()).toHaveLength(2)
})

test('Users who lose access to an issue get its event; nobody else gets events of a hidden issue', async () => {
  const { owner, worker, editor, change } = await makeWork()
  const audience = async () => {
    const told = await app.server.db
      .selectFrom('outbox')
      .select('audience')
      .where('type', '=', 'issue.updated')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return told.audience as { level?: string; users?: string[] }
  }
  await change(owner, { visibility: 'PRIVATE' })
  expect(await audience()).toEqual({ level: 'VIEWER' })
  await change(owner, { assignee_id: null })
  expect((await audience()).users?.sort()).toEqual([owner.id, worker.id].sort())
  await change(owner, { name: 'Secret' })
  expect((await audience()).users).toEqual([owner.id])
  expect((await refusal(change(editor, { name: 'x' }))).status).toBe(404)
})
