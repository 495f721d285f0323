import { bulkChangeIssues, undoBulk } from '@plumbline/contract/issues/bulk'
import { createIssue, getIssue, listDeletedIssues, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { checkLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { createLevel, deleteLevel } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>
type Asked = Parameters<typeof change>[2]

const change = (
  by: Pick<User, 'client'>,
  id: string,
  body: {
    ids?: string[]
    filter?: string
    preview?: boolean
    change: Record<string, unknown>
  },
) => by.client.call(bulkChangeIssues, { params: { id }, body: body as never })

const undo = (by: Pick<User, 'client'>, id: string, bulkId: string | null) =>
  by.client.call(undoBulk, { params: { id, bulkId: bulkId ?? '' } })

interface Filed {
  id: string
  number: number
}

async function file(owner: Owner, count: number, fields: Record<string, unknown> = {}) {
  const made: Filed[] = []
  for (let index = 0; index < count; index++)
    made.push(
      await owner.client.call(createIssue, {
        params: { id: owner.project.id },
        body: { name: `Issue ${index}`, ...fields },
      }),
    )
  return made as [Filed, Filed, Filed, ...Filed[]]
}

const list = (by: Pick<User, 'client'>, id: string, query: Record<string, string> = {}) =>
  by.client.call(listIssues, { params: { id }, query: { sort: 'number', ...query } as never })

const countTold = () =>
  app.server.db.selectFrom('outbox').select(['type', 'data', 'audience']).orderBy('id').execute()

test('A preview returns the outcomes without changing anything; the change then has the same outcomes', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const [first] = await file(owner, 3, { labels: ['Fire'] })
  await owner.client.call(updateIssue, {
    params: { id, issueId: first.id },
    body: { priority: 'HIGH' },
  })
  const before = await list(owner, id)
  const asked: Asked = { filter: 'status=OPEN', change: { priority: 'HIGH', stage: 'Shell' } }
  const asPreview = await change(owner, id, { ...asked, preview: true })
  expect(asPreview).toMatchObject({ bulk_id: null, changed: 3, same: 0, refused: 0 })
  expect(await list(owner, id)).toEqual(before)
  const done = await change(owner, id, asked)
  expect({ ...done, bulk_id: null }).toEqual(asPreview)
  expect((await list(owner, id)).items.map(({ priority, stage }) => [priority, stage])).toEqual(
    Array(3).fill(['HIGH', 'Shell']),
  )
  expect(await change(owner, id, asked)).toMatchObject({ bulk_id: null, changed: 0, same: 3 })
})

test('Each issue is changed or refused with a reason by the rules of single changes', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const editor = await makeMember(app, id, 'EDITOR')
  const [open, closed, said] = await file(owner, 3)
  const set = (issueId: string, body: object) =>
    owner.client.call(updateIssue, { params: { id, issueId }, body })
  await set(closed.id, { status: 'VOID' })
  await set(said.id, { status: 'IN_PROGRESS', comment: 'Repaired' })
  const resolved = await change(editor, id, { filter: '', change: { status: 'RESOLVED' } })
  expect(resolved.results.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['REFUSED', 'Add a comment or a photo that shows what was done'],
    ['REFUSED', 'You cannot change the status from Void to Resolved'],
    ['CHANGED', undefined],
  ])
  expect(resolved.results[1]?.reason).toEqual({
    code: 'status_change_refused',
    values: { from: 'VOID', to: 'RESOLVED' },
  })
  const spoken = await change(editor, id, {
    ids: [open.id],
    change: { status: 'RESOLVED', comment: 'All done' },
  })
  expect(spoken.changed).toBe(1)
  const read = await owner.client.call(getIssue, { params: { id, issueId: open.id } })
  expect(read).toMatchObject({ status: 'RESOLVED', resolved_by: editor.id, comments: 1, has_proof: true })
  const { items } = await owner.client.call(listTimeline, { params: { id, issueId: open.id }, query: {} })
  expect(items.map((entry) => [entry.kind, entry.by, entry.bulk_id])).toEqual([
    ['CREATED', owner.id, undefined],
    ['CHANGED', editor.id, spoken.bulk_id],
    ['COMMENTED', editor.id, spoken.bulk_id],
  ])
  expect(items[2]?.comment?.text).toBe('All done')
  // the resolver may not close it
  const closing = await change(editor, id, { filter: 'status=RESOLVED', change: { status: 'CLOSED' } })
  expect(closing).toMatchObject({ changed: 0, refused: 2 })
})

test('Labels are added and removed without duplicates, at most 50 per issue', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  await file(owner, 2, { labels: ['Fire', 'Old'] })
  await change(owner, id, { filter: '', change: { add_labels: ['New', 'Fire'], remove_labels: ['Old'] } })
  for (const { labels } of (await list(owner, id)).items) expect(labels).toEqual(['Fire', 'New'])
  const many = Array.from({ length: 49 }, (_, index) => `Label ${index}`)
  const { results } = await change(owner, id, { filter: '', change: { add_labels: many } })
  expect(results.map(({ message }) => message)).toEqual(Array(2).fill('An issue can have at most 50 labels'))
})

test('A bulk change sends one notification per user and one event per client', async () => {
  const owner = await makeOwner(app, 'Ada Mason')
  const { id } = owner.project
  const [worker, watcher] = [await makeMember(app, id, 'CONTRIBUTOR'), await makeMember(app, id, 'VIEWER')]
  const made = await file(owner, 12)
  for (const { id: issue_id } of made.slice(0, 5))
    await app.server.db.insertInto('issue_watchers').values({ issue_id, user_id: watcher.id }).execute()
  const told = (await countTold()).length
  await change(owner, id, { filter: '', change: { assignee_id: worker.id, priority: 'LOW' } })
  const frames = (await countTold()).slice(told).filter(({ type }) => type.startsWith('issue'))
  expect(frames).toEqual([expect.objectContaining({ type: 'issue.updated', audience: { level: 'VIEWER' } })])
  const notes = (user: User) => user.client.call(listNotifications, { query: {} })
  expect(await notes(worker)).toMatchObject([
    { type: 'ISSUE_ASSIGNED', payload: { issue_count: 12, by_user_name: 'Ada Mason' } },
  ])
  expect(await notes(watcher)).toMatchObject([{ type: 'ISSUE_UPDATED', payload: { issue_count: 5 } }])
  expect(await notes(owner as never)).toEqual([])
})

test('Issues hidden from the caller are neither changed nor named in replies and events', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const editor = await makeMember(app, id, 'EDITOR')
  const viewer = await makeMember(app, id, 'VIEWER')
  const [hidden] = await file(owner, 1, { visibility: 'PRIVATE' })
  const asked = { change: { priority: 'CRITICAL' } }
  expect((await change(editor, id, { ...asked, filter: '' })).results).toEqual([])
  expect((await change(editor, id, { ...asked, ids: [hidden.id, crypto.randomUUID()] })).results).toEqual([])
  const read = await owner.client.call(getIssue, { params: { id, issueId: hidden.id } })
  expect(read).toMatchObject({ priority: 'MEDIUM', version: 1 })
  const told = (await countTold()).length
  await change(owner, id, { ...asked, filter: '' })
  const [frame, ...more] = (await countTold()).slice(told).filter(({ type }) => type === 'issue.updated')
  expect(more).toEqual([])
  expect(JSON.stringify(frame?.audience)).toContain(owner.id)
  for (const other of [editor, viewer]) expect(JSON.stringify(frame?.audience)).not.toContain(other.id)
})

test('Issues of another company’s project are ignored', async () => {
  const [owner, other] = [await makeOwner(app), await makeOwner(app)]
  const [theirs] = await file(other, 1)
  const { results } = await change(owner, owner.project.id, { ids: [theirs.id], change: { deleted: true } })
  expect(results).toEqual([])
  expect((await list(other, other.project.id)).total).toBe(1)
  const elsewhere = await other.client.call(createLevel, {
    params: { id: other.project.id },
    body: { name: 'Theirs', elevation_m: 0 },
  })
  await file(owner, 1)
  const refused = await refusal(
    change(owner, owner.project.id, { filter: '', change: { level_id: elsewhere.id } }),
  )
  expect(refused.body.fields).toHaveProperty('level_id')
})

test('A bulk change is undone by its author once within a day; issues changed since are refused', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const editor = await makeMember(app, id, 'EDITOR')
  const made = await file(owner, 4, { labels: ['Fire'], due_date: '2026-01-31' })
  const before = await list(owner, id)
  const { bulk_id } = await change(editor, id, {
    filter: '',
    change: { status: 'RESOLVED', comment: 'Done', due_date: null, remove_labels: ['Fire'], priority: 'LOW' },
  })
  const late = { params: { id, issueId: made[1].id }, body: { name: 'Renamed since' } }
  await owner.client.call(updateIssue, late)
  expect((await refusal(undo(owner, id, bulk_id))).status).toBe(404)
  const back = await undo(editor, id, bulk_id)
  expect(back.results.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['CHANGED', undefined],
    ['REFUSED', 'This issue has been changed since then'],
    ['CHANGED', undefined],
    ['CHANGED', undefined],
  ])
  const plain = ({ items }: typeof before) =>
    items
      .filter(({ number }) => number !== 2)
      .map(({ updated_at: _, updated_by: __, version: ___, ...row }) => row)
  expect(plain(await list(owner, id))).toEqual(plain(before))
  expect((await refusal(undo(editor, id, bulk_id))).status).toBe(409)
  expect(await owner.client.call(checkLog, { params: { id } })).toMatchObject({ broken_at: null })
  const other = await change(editor, id, { filter: '', change: { priority: 'LOW' } })
  await sql`update issue_bulks set created_at = now() - interval '25 hours' where id = ${other.bulk_id}`.execute(
    app.server.db,
  )
  expect((await refusal(undo(editor, id, other.bulk_id))).body.message).toBe(
    'A change can only be undone within one day',
  )
})

test('A bulk change that hid issues from its author can be undone', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const editor = await makeMember(app, id, 'EDITOR')
  const [first, second] = await file(owner, 2)
  const { bulk_id } = await change(editor, id, { filter: '', change: { visibility: 'PRIVATE' } })
  expect((await list(editor, id)).total).toBe(0)
  const renamed = { params: { id, issueId: second.id }, body: { name: 'Not for the editor' } }
  await owner.client.call(updateIssue, renamed)
  const { results } = await undo(editor, id, bulk_id)
  expect(results.map(({ number, outcome }) => [number, outcome])).toEqual([[first.number, 'CHANGED']])
  expect((await list(editor, id)).items.map(({ number }) => number)).toEqual([first.number])
})

test('More than 500 issues deleted at once are listed page by page, and each is found by its id', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const made = await file(owner, 503)
  await change(owner, id, { filter: '', change: { deleted: true } })
  const read = (query: object) => owner.client.call(listDeletedIssues, { params: { id }, query })
  const first = await read({})
  const last = first.at(-1)
  const second = await read({ before: last?.deleted_at, before_number: last?.number })
  expect([first.length, second.length]).toEqual([500, 3])
  expect([...first, ...second].map(({ number }) => number)).toEqual(
    Array.from({ length: 503 }, (_, index) => 503 - index),
  )
  expect(await read({ issue_id: made[0]?.id })).toEqual([second.at(-1)])
}, 120_000)

test('Undo restores deleted issues; references that no longer exist are refused', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const level = await owner.client.call(createLevel, { params: { id }, body: { name: 'L1', elevation_m: 3 } })
  await file(owner, 3, { level_id: level.id })
  const deleted = await change(owner, id, { filter: 'number=1,2', change: { deleted: true } })
  expect((await list(owner, id)).items.map(({ number }) => number)).toEqual([3])
  expect(await owner.client.call(listDeletedIssues, { params: { id }, query: {} })).toHaveLength(2)
  expect((await undo(owner, id, deleted.bulk_id)).changed).toBe(2)
  expect((await list(owner, id)).items.map(({ number }) => number)).toEqual([1, 2, 3])
  const moved = await change(owner, id, { filter: '', change: { level_id: null } })
  await owner.client.call(deleteLevel, { params: { id, levelId: level.id } })
  expect((await undo(owner, id, moved.bulk_id)).results.map(({ message }) => message)).toEqual(
    Array(3).fill('Its previous level, section or assignee is no longer in the project'),
  )
})

test('A bulk change without fields, without issues or with too many issues is refused', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  for (const [body, field] of [
    [{ filter: '', change: {} }, 'change'],
    [{ change: { priority: 'LOW' } }, 'ids'],
    [{ filter: 'status=LOST', change: { priority: 'LOW' } }, 'filter'],
  ] as const)
    expect((await refusal(change(owner, id, body))).body.fields).toHaveProperty(field)
  await sql`insert into issues (id, project_id, number, name)
    select gen_random_uuid(), ${id}, n, 'Generated ' || n from generate_series(1, 10001) n`.execute(
    app.server.db,
  )
  const many = await refusal(change(owner, id, { filter: '', change: { priority: 'LOW' } }))
  expect([many.status, many.body.message]).toEqual([413, 'At most 10000 issues at once'])
  const most = await change(owner, id, {
    filter: 'q=generated',
    change: { priority: 'LOW' },
    preview: true,
  }).catch((error: Error) => error.message)
  expect(most).toContain('413')
  await app.server.db.deleteFrom('issues').where('project_id', '=', id).where('number', '=', 10001).execute()
  const all = await change(owner, id, { filter: 'number=1,2,3', change: { priority: 'LOW' } })
  expect(all.changed).toBe(3)
})

test('Concurrent bulk and single changes are serialized', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const made = await file(owner, 20)
  const levels = ['LOW', 'HIGH', 'CRITICAL', 'MEDIUM']
  await Promise.all([
    ...levels.map((priority, index) =>
      change(owner, id, {
        ids: [...made].sort(() => index - 2).map((issue) => issue.id),
        change: { priority, add_labels: [priority], comment: priority },
      }),
    ),
    ...made.map((issue) =>
      owner.client.call(updateIssue, { params: { id, issueId: issue.id }, body: { stage: 'Shell' } }),
    ),
  ])
  for (const row of (await list(owner, id)).items) {
    expect([row.stage, row.comments, [...row.labels].sort()]).toEqual(['Shell', 4, [...levels].sort()])
    expect(row.version).toBe(6)
  }
  const { entries, broken_at } = await owner.client.call(checkLog, { params: { id } })
  expect([entries, broken_at]).toEqual([20 + 20 * 4 * 2 + 20, null])
})
