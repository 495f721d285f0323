import { buffer } from 'node:stream/consumers'
import { writeBcf } from '@plumbline/bcf/write'
import { removeMember } from '@plumbline/contract/access/access'
import { bulkChangeIssues, importIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject, generateTopics } from '../../../bcf/generate/topics.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { importFile } from '../../test/bcf-files.ts'
import { makeMember } from '../../test/make.ts'
import { listIssueNames, listTypes, makeHook } from '../../test/webhooks.ts'
import { createWebhookSender } from './webhook-sender.ts'

/** Changes of many issues are sent as few deliveries, and many deliveries of one webhook hold up no other. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WEBHOOKS_ALLOW_PRIVATE: 'true' })
})
afterAll(() => app.close())

test('A bulk change is sent as one delivery with all issues', async () => {
  const { owner, receiver, params, file } = await makeHook(app, ['issue.updated'])
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) ids.push((await file(name)).id)
  await owner.client.call(bulkChangeIssues, { params, body: { ids, change: { stage: 'Shell' } } })
  await owner.client.call(updateIssue, { params: { ...params, issueId: ids[0] ?? '' }, body: { name: 'Z' } })
  await expect.poll(() => receiver.got.length).toBe(2)
  expect(listIssueNames(receiver)).toEqual([['A', 'B', 'C'], ['Z']])
})

test('A BCF import is one delivery, a spreadsheet of 1,200 issues two', async () => {
  const { owner, receiver, params } = await makeHook(app, ['issue.created', 'issue.updated'])
  const bytes = await buffer(writeBcf('3.0', generateProject(), generateTopics({ topics: 30, snapshot: 8 })))
  expect((await importFile(owner.client, params.id, bytes)).state).toBe('DONE')
  const rows = Array.from({ length: 1200 }, (_, index) => `Row ${index}\n`)
  const file = new Blob([`Title\n${rows.join('')}`])
  await owner.client.call(importIssues, { params, query: {}, file })
  await expect.poll(() => receiver.got.length).toBe(3)
  const numbers = receiver.got.map(({ event }) => event.data.issues?.map(({ number }) => number) ?? [])
  expect(listTypes(receiver)).toEqual(['issue.created', 'issue.created', 'issue.created'])
  expect(numbers.map(({ length }) => length)).toEqual([30, 1000, 200])
  expect(numbers.flat()).toEqual(Array.from({ length: 1230 }, (_, index) => index + 1))
})

test('Removing a member with open issues is one delivery, and so is deleting their account', async () => {
  const { owner, receiver, params } = await makeHook(app, ['issue.updated'])
  const assign = async (assignee_id: string, names: string[]) => {
    for (const name of names) await owner.client.call(createIssue, { params, body: { name, assignee_id } })
  }
  const leaver = await makeMember(app, params.id, 'EDITOR')
  await assign(leaver.id, ['A', 'B'])
  await owner.client.call(removeMember, { params: { ...params, userId: leaver.id }, query: {} })
  await expect.poll(() => listIssueNames(receiver)).toEqual([['A', 'B']])
  const gone = await makeMember(app, params.id, 'EDITOR')
  await gone.client.call(createIssue, { params, body: { name: 'Written' } })
  await assign(gone.id, ['C', 'D'])
  await gone.client.call(deleteMe, {})
  const last = await owner.client.call(createIssue, { params, body: { name: 'Last' } })
  await owner.client.call(updateIssue, {
    params: { ...params, issueId: last.id },
    body: { name: 'Very last' },
  })
  await expect.poll(() => listIssueNames(receiver)).toEqual([['A', 'B'], ['C', 'D'], ['Very last']])
})

test('A slow receiver gives its turn to other webhooks after ten seconds, and its other deliveries follow in a job', async () => {
  const { receiver, hook, file } = await makeHook(app, ['issue.created'])
  const { db, jobs, now } = app.server
  // due for this sender, whose clock is ahead, and not for the workers of the server
  const later = new Date(Date.now() + 3600_000).toISOString()
  await db.updateTable('webhooks').set({ held_until: later }).where('id', '=', hook.id).execute()
  for (const name of ['A', 'B', 'C']) await file(name)
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: later })
    .where('webhook_id', '=', hook.id)
    .execute()
  let ahead = 2 * 3600_000
  receiver.answer = (reply) => {
    ahead += 6000
    reply.writeHead(204).end()
  }
  const added: [string, object][] = []
  const slow = {
    ...app.server,
    now: () => new Date(now().getTime() + ahead),
    jobs: { ...jobs, add: async (_: unknown, queue: string, data: object) => void added.push([queue, data]) },
  }
  await createWebhookSender(slow, app.teller)(hook.id, new AbortController().signal)
  expect(listIssueNames(receiver)).toEqual([['A'], ['B']])
  expect(added).toEqual([['webhook', { webhook_id: hook.id }]])
})
