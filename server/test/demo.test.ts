import { fillPath } from '@plumbline/contract/http'
import { getAttachment } from '@plumbline/contract/issues/attachments'
import { getIssueByNumber, issueStatuses } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { checkLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { createDemoProject } from '@plumbline/contract/projects/demo'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { makeOwner } from './make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('The demo’s issues have a history with every status, comments and photos with markup', async () => {
  const { client } = await makeOwner(app)
  const { id } = await client.call(createDemoProject, {})
  const params = { id }
  const { items } = await client.call(listIssues, { params, query: {} })
  expect(items).toHaveLength(12)
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(issueStatuses))
  expect(items.filter(({ comments }) => comments > 0).length).toBeGreaterThan(8)
  expect((await client.call(checkLog, { params })).broken_at).toBeNull()

  const issue = await client.call(getIssueByNumber, { params: { id, number: 3 } })
  expect(issue).toMatchObject({ status: 'RESOLVED', comments: 3, has_proof: true, version: 2 })
  expect(issue.section_id).not.toBeNull()
  const [before, after] = issue.attachments
  expect([before?.markup?.shapes.length, after?.markup]).toEqual([3, null])
  const at = { id, issueId: issue.id }
  const history = await client.call(listTimeline, { params: at, query: {} })
  const kinds = history.items.map(({ kind }) => kind)
  expect(kinds.slice(0, 4)).toEqual(['CREATED', 'ATTACHED', 'MARKED_UP', 'COMMENTED'])
  expect(history.items[3]?.comment?.attachment_ids).toEqual([before?.id])
  const times = history.items.slice(0, 8).map(({ at }) => at)
  expect(times).toEqual([...times].sort())
  const url = fillPath(getAttachment.path, { ...at, attachmentId: before?.id })
  const { rawPayload } = await app.fastify.inject({
    url: `${url}?as=marked`,
    headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect((await sharp(rawPayload).metadata()).width).toBe(before?.width)
})
