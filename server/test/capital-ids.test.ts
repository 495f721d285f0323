import { removeMember } from '@plumbline/contract/access/access'
import { openChat } from '@plumbline/contract/chat/chat'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues, listLabels } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { refusal } from './client.ts'
import { makeMember, makeOwner } from './make.ts'

/** Ids as programs on some platforms write them. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('An id in capitals names the same person in bodies and queries', async () => {
  const { client, project } = await makeOwner(app)
  const worker = await makeMember(app, project.id, 'CONTRIBUTOR')
  const params = { id: project.id }
  const capitals = worker.id.toUpperCase()
  const chat = await client.call(openChat, { body: { kind: 'DIRECT', member_ids: [worker.id] } })
  expect((await client.call(openChat, { body: { kind: 'DIRECT', member_ids: [capitals] } })).id).toBe(chat.id)
  const { id: issueId } = await client.call(createIssue, {
    params,
    body: { name: 'Crack', assignee_id: capitals },
  })
  const listed = await client.call(listIssues, { params, query: { assignee_id: capitals } })
  expect(listed.items.map(({ id }) => id)).toEqual([issueId])
  // the work of somebody who leaves cannot be given to themselves
  const leave = (reassign_to: string) =>
    client.call(removeMember, { params: { ...params, userId: worker.id }, query: { reassign_to } })
  for (const id of [worker.id, capitals]) expect((await refusal(leave(id))).status).toBe(400)
  expect((await client.call(getIssue, { params: { ...params, issueId } })).assignee_id).toBe(worker.id)
})

test('A label that is sent twice is stored and counted once', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const made = await client.call(createIssue, {
    params,
    body: { name: 'Crack', labels: ['wet', ' wet', 'old'] },
  })
  expect(made.labels).toEqual(['wet', 'old'])
  expect(await client.call(listLabels, { params })).toEqual([
    { label: 'old', total: 1 },
    { label: 'wet', total: 1 },
  ])
  const at = { ...params, issueId: made.id }
  expect((await client.call(updateIssue, { params: at, body: { labels: ['new', 'new'] } })).labels).toEqual([
    'new',
  ])
})
