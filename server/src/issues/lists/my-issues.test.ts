import { removeMember } from '@plumbline/contract/access/access'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listMyIssues, type MineKind } from '@plumbline/contract/issues/my-issues'
import { createProject, deleteProject, updateProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const report = (by: Pick<User, 'client'>, id: string, body: Record<string, unknown>) =>
  by.client.call(createIssue, { params: { id }, body: body as never })
const mine = async (by: Pick<User, 'client'>, kind: MineKind = 'TO_DO', query: object = {}) => {
  const { items, totals, next } = await by.client.call(listMyIssues, { query: { kind, ...query } })
  return { names: items.map(({ name }) => name), totals, next, items }
}

test('Open issues of all active projects that are assigned to the caller are listed, most urgent first', async () => {
  const owner = await makeOwner(app)
  const harbour = owner.project.id
  const { id: bridge } = await owner.client.call(createProject, { body: { name: 'Bridge' } })
  const worker = await makeMember(app, harbour, 'CONTRIBUTOR')
  const assignee_id = owner.id
  await report(owner, harbour, { name: 'No date', assignee_id })
  await report(owner, bridge, { name: 'Later', assignee_id, due_date: '2031-02-01' })
  await report(owner, bridge, { name: 'Soon', assignee_id, due_date: '2031-01-01', priority: 'LOW' })
  await report(owner, harbour, {
    name: 'Soon, urgent',
    assignee_id,
    due_date: '2031-01-01',
    priority: 'HIGH',
  })
  await report(owner, harbour, { name: 'Of somebody else', assignee_id: worker.id, visibility: 'PRIVATE' })
  const gone = await report(owner, harbour, { name: 'Deleted', assignee_id })
  await owner.client.call(deleteIssue, { params: { id: harbour, issueId: gone.id } })
  const all = ['Soon, urgent', 'Soon', 'Later', 'No date']
  const first = await mine(owner)
  expect(first.names).toEqual(all)
  expect(first.totals).toEqual({ TO_DO: 4, TO_CHECK: 0 })
  const ofBridge = { project_id: bridge, project_name: 'Bridge', project_timezone: expect.any(String) }
  expect(first.items[2]).toMatchObject({ ...ofBridge, due_date: '2031-02-01' })

  // page by page
  const pages: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await mine(owner, 'TO_DO', { limit: 1, ...(after && { after }) })
    pages.push(...page.names)
    after = page.next
  }
  expect(pages).toEqual(all)

  // issues for others to do, and projects that the user has left
  expect((await mine(worker)).names).toEqual(['Of somebody else'])
  expect((await mine(await makeUser(app))).names).toEqual([])
  await owner.client.call(removeMember, { params: { id: harbour, userId: worker.id } })
  expect((await mine(worker)).names).toEqual([])

  await owner.client.call(updateProject, { params: { id: bridge }, body: { status: 'ARCHIVED' } })
  expect((await mine(owner)).names).toEqual(['Soon, urgent', 'No date'])
  await owner.client.call(deleteProject, { params: { id: harbour } })
  expect((await mine(owner)).totals).toEqual({ TO_DO: 0, TO_CHECK: 0 })
})

test('Resolved issues that the caller reported are there to be checked, until they are closed', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const worker = await makeMember(app, id, 'CONTRIBUTOR')
  const issue = await report(owner, id, { name: 'Crack', assignee_id: worker.id })
  const set = (by: Pick<User, 'client'>, body: object) =>
    by.client.call(updateIssue, { params: { id, issueId: issue.id }, body: body as never })
  expect((await mine(worker)).names).toEqual(['Crack'])
  await set(worker, { status: 'IN_PROGRESS' })
  await set(worker, { status: 'RESOLVED', comment: 'Filled' })
  expect(await mine(worker)).toMatchObject({ names: [], totals: { TO_DO: 0, TO_CHECK: 0 } })
  expect(await mine(owner, 'TO_CHECK')).toMatchObject({ names: ['Crack'], totals: { TO_DO: 0, TO_CHECK: 1 } })
  await set(owner, { status: 'CLOSED' })
  expect((await mine(owner, 'TO_CHECK')).names).toEqual([])
})
