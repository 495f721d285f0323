import { removeMember } from '@plumbline/contract/access/access'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createIssue } from '@plumbline/contract/issues/issues'
import * as lists from '@plumbline/contract/issues/lists'
import { deleteMe } from '@plumbline/contract/users/delete-me'
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

type Caller = Pick<User, 'client'>
type Query = Record<string, string | number>

const file = (by: Caller, id: string, body: Record<string, unknown>) =>
  by.client.call(createIssue, { params: { id }, body: body as never })
const list = (by: Caller, id: string, query: Query = {}) =>
  by.client.call(lists.listIssues, { params: { id }, query: query as never })

const view = (by: Caller, id: string, body: object) =>
  by.client.call(lists.createIssueView, {
    params: { id },
    body: { name: 'Mine', is_shared: false, query: 'status=OPEN', ...body },
  })
const views = async (by: Caller, id: string) =>
  (await by.client.call(lists.listIssueViews, { params: { id } })).map(({ name }) => name)

test('A saved view is private until shared; then its creator and editors may change it', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const [viewer, worker, editor] = [
    await makeMember(app, id, 'VIEWER'),
    await makeMember(app, id, 'CONTRIBUTOR'),
    await makeMember(app, id, 'EDITOR'),
  ]
  const own = await view(viewer, id, { name: 'For me' })
  expect((await refusal(view(viewer, id, { is_shared: true }))).status).toBe(403)
  const shared = await view(worker, id, { name: 'For all', is_shared: true })
  expect([await views(viewer, id), await views(editor, id)]).toEqual([['For all', 'For me'], ['For all']])
  const change = (by: Caller, issueViewId: string, body: object) =>
    by.client.call(lists.updateIssueView, { params: { id, issueViewId }, body })
  expect((await refusal(change(editor, own.id, { name: 'x' }))).status).toBe(404)
  expect((await refusal(change(viewer, shared.id, { name: 'x' }))).status).toBe(403)
  expect((await refusal(change(editor, shared.id, { is_shared: false }))).status).toBe(403)
  await change(editor, shared.id, { name: 'For everybody' })
  await change(worker, shared.id, { is_shared: false })
  expect([await views(editor, id), await views(worker, id)]).toEqual([[], ['For everybody']])
  const other = await makeOwner(app)
  expect((await refusal(change(other, shared.id, { name: 'x' }))).status).toBe(404)
  const remove = (by: Caller, at: string, issueViewId: string) =>
    by.client.call(lists.deleteIssueView, { params: { id: at, issueViewId } })
  expect((await refusal(remove(other, other.project.id, shared.id))).status).toBe(404)
  await remove(worker, id, shared.id)
  expect(await views(worker, id)).toEqual([])
})

test('Concurrent requests cannot exceed 200 views per user and project or 100 templates per project', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  await sql`insert into issue_views (id, project_id, name, is_shared, query, created_by)
    select gen_random_uuid(), ${id}, 'View ' || n, false, '', ${owner.id} from generate_series(1, 197) n`.execute(
    app.server.db,
  )
  await sql`insert into issue_templates (id, project_id, title, fields)
    select gen_random_uuid(), ${id}, 'Template ' || n, '{}' from generate_series(1, 97) n`.execute(
    app.server.db,
  )
  const statuses = async (calls: Promise<unknown>[]) => {
    const ended = await Promise.all(
      calls.map((call) =>
        call.then(
          () => 201,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    return ended.sort((a, b) => a - b)
  }
  const expected = [...Array(3).fill(201), ...Array(5).fill(409)]
  const template = () =>
    owner.client.call(lists.createIssueTemplate, {
      params: { id },
      body: { title: 'T', fields: { name: 'N', labels: ['a'] }, due_in_days: null },
    })
  expect(await statuses(Array.from({ length: 8 }, () => view(owner, id, {})))).toEqual(expected)
  expect(await statuses(Array.from({ length: 8 }, template))).toEqual(expected)
  const [made] = (await owner.client.call(lists.listIssueTemplates, { params: { id } })).filter(
    ({ title }) => title === 'T',
  )
  expect(made).toMatchObject({ fields: { name: 'N', labels: ['a'] }, due_in_days: null })
  const other = await makeOwner(app)
  const params = { id: other.project.id, templateId: made?.id ?? '' }
  expect((await refusal(other.client.call(lists.deleteIssueTemplate, { params }))).status).toBe(404)
  expect(
    (await refusal(other.client.call(lists.updateIssueTemplate, { params, body: { title: 'x' } }))).status,
  ).toBe(404)
})

test('Lists of members who leave or delete their account are deleted; their shared views stay', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const [leaver, deleted] = [await makeMember(app, id, 'EDITOR'), await makeMember(app, id, 'EDITOR')]
  await file(deleted, id, { name: 'One', assignee_id: leaver.id })
  await file(leaver, id, { name: 'Two', assignee_id: deleted.id })
  await deleted.client.call(bulkChangeIssues, {
    params: { id },
    body: { filter: '', change: { stage: 'Shell' } },
  })
  await view(deleted, id, { name: 'Shared', is_shared: true })
  await view(deleted, id, { name: 'Private' })
  const total = async (query: Query) => (await list(owner, id, query)).total
  const by: Query[] = [{ assignee_id: leaver.id }, { assignee_id: deleted.id }, { assignee_id: 'none' }]
  const totals = async () => {
    const found: number[] = []
    for (const query of by) found.push(await total(query))
    return found
  }
  expect(await totals()).toEqual([1, 1, 0])
  await owner.client.call(removeMember, { params: { id, userId: leaver.id }, query: {} })
  expect(await totals()).toEqual([0, 1, 1])
  await deleted.client.call(deleteMe, {})
  expect(await totals()).toEqual([0, 0, 2])
  const views = await owner.client.call(lists.listIssueViews, { params: { id } })
  expect(views).toMatchObject([{ name: 'Shared', created_by: null }])
  const left = await app.server.db
    .selectFrom('issue_views')
    .select('name')
    .where('project_id', '=', id)
    .execute()
  expect(left).toEqual([{ name: 'Shared' }])
})
