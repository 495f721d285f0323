import { createIssue } from '@plumbline/contract/issues/issues'
import { getIssueStat, listIssues } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { holdNextReply } from '../../../test/held-replies.ts'
import { makeOwner } from '../../../test/make.ts'
import { forgetIssueCache, loadIssueCache } from './issue-cache.ts'

/** Lists that are read while issues change: what the server keeps of them must not outlive the change. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A project with its lists, its statistics and a way to add issues. */
async function makeProject() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const add = (body: object) =>
    owner.client.call(createIssue, { params, body: { name: 'Slab', ...body } as never })
  const list = (query: object) => owner.client.call(listIssues, { params, query: query as never })
  const count = (query: object) => owner.client.call(getIssueStat, { params, query: query as never })
  return { owner, params, add, list, count }
}

test('A search that was read while an issue was created finds that issue in the next list', async () => {
  const { add, list } = await makeProject()
  await add({})
  const filter = { q: 'slab', created_from: '2020-01-01' }
  const zone = holdNextReply(app.server.db, 'select "timezone" from "projects"')
  const slow = list(filter)
  await zone.isHeld
  await add({})
  expect((await list({})).total).toBe(2)
  zone.release()
  await slow
  expect((await list(filter)).total).toBe(2)
})

test('Statistics that were counted while an issue was created count it the next time', async () => {
  const { add, list, count } = await makeProject()
  await add({})
  const filter = { q: 'slab' }
  const words = holdNextReply(app.server.db, 'from issue_words w')
  const slow = count(filter)
  await words.isHeld
  await add({})
  expect((await list({})).total).toBe(2)
  words.release()
  await slow
  expect((await count(filter)).total).toBe(2)
})

test('Rows that were changed without the log are read anew, also if two lists were waiting for each other then', async () => {
  const { params, add, list } = await makeProject()
  const { db } = app.server
  const { id } = await add({})
  expect((await list({ priority: 'HIGH' })).total).toBe(0)
  const head = holdNextReply(db, 'from "issue_chains"')
  const first = loadIssueCache(db, params.id)
  await head.isHeld
  const second = loadIssueCache(db, params.id)
  await db.updateTable('issues').set({ priority: 'HIGH' }).where('id', '=', id).execute()
  forgetIssueCache(db, params.id)
  head.release()
  await Promise.all([first, second])
  expect((await list({ priority: 'HIGH' })).total).toBe(1)
})
