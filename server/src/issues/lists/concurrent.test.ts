import { issueTypes } from '@plumbline/contract/issues/issue-fields'
import { createIssue } from '@plumbline/contract/issues/issues'
import { getIssueStat, listIssues } from '@plumbline/contract/issues/lists'
import { updateVocabulary } from '@plumbline/contract/issues/vocabulary'
import { createLevel } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { holdNextReply } from '../../../test/held-replies.ts'
import { makeOwner } from '../../../test/make.ts'
import { forgetIssueCache, loadBySeq, loadIssueCache, type SeqCache } from './issue-cache.ts'

/** Lists that are read while issues change: a cached result must not outlive the change. */

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

test('Rows changed without the log are read again, also if two lists were waiting for each other', async () => {
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

/** The columns of a project are made larger after this number. */
const LAST_WITH_ROOM = 1023

type Project = Awaited<ReturnType<typeof makeProject>>
/** values of the issue created first and of the one created during the sort, which belongs before it */
type MakeIssues = (project: Project) => Promise<[after: object, before: object]>

const onLevels: MakeIssues = async ({ owner, params }) => {
  const addLevel = (name: string, elevation_m: number) =>
    owner.client.call(createLevel, { params, body: { name, elevation_m } })
  const [low, high] = [await addLevel('Ground', 0), await addLevel('Roof', 9)]
  return [{ level_id: high.id }, { level_id: low.id }]
}
const ofTypes: MakeIssues = async () => [{ type: issueTypes.at(-1) }, { type: issueTypes[0] }]
const ofOrderedTypes: MakeIssues = async ({ owner, params }) => {
  const type = { order: [...issueTypes].reverse() }
  await owner.client.call(updateVocabulary, { params, body: { type } })
  return [{ type: issueTypes[0] }, { type: issueTypes.at(-1) }]
}
const withAssignees: MakeIssues = async ({ owner }) => [{}, { assignee_id: owner.id }]

test.each([
  ['levels', 'level', 'from "levels"', onLevels],
  ['types', 'type', '"former_names" from "projects"', ofTypes],
  ['ordered types', 'type', '"former_names" from "projects"', ofOrderedTypes],
  ['people', 'assignee', 'as name from users', withAssignees],
])(
  'An issue that is created while issues are sorted by %s for the first time is at its place in the next list',
  async (_, sort, statement, makeIssues) => {
    const project = await makeProject()
    const { owner, params, add, list } = project
    const { db } = app.server
    const [after, before] = await makeIssues(project)
    await db
      .updateTable('projects')
      .set({ last_issue_number: LAST_WITH_ROOM - 2 })
      .where('id', '=', params.id)
      .execute()
    // the person is known already
    await add({ assignee_id: owner.id, ...before })
    await add(after)
    const ranks = holdNextReply(db, statement)
    const slow = list({ sort })
    await ranks.isHeld
    await add(before)
    await list({})
    ranks.release()
    await slow
    expect((await list({ sort })).items.map(({ number }) => number - LAST_WITH_ROOM)).toEqual([-1, 1, 0])
  },
)

test('The first issue on a level, created while issues are sorted by level in groups, is at its place in the next list', async () => {
  const project = await makeProject()
  const { add, list } = project
  const [high, low] = await onLevels(project)
  await add(high)
  const sections = () => holdNextReply(app.server.db, 'from "sections"')
  const forLevels = sections()
  const slow = list({ sort: 'level', group: 'section' })
  await forLevels.isHeld
  const forGroups = sections()
  forLevels.release()
  await forGroups.isHeld
  await add(low)
  await list({})
  forGroups.release()
  await slow
  expect((await list({ sort: 'level' })).items.map(({ number }) => number)).toEqual([2, 1])
})

test('An answer that fails late leaves the newer one in memory', async () => {
  const cache: SeqCache<number> = new Map()
  const { promise, reject } = Promise.withResolvers<number>()
  const older = loadBySeq(cache, 'list', 1, () => promise)
  const newer = loadBySeq(cache, 'list', 2, async () => 2)
  reject(new Error('the database is away'))
  await expect(older).rejects.toThrow('the database is away')
  expect(loadBySeq(cache, 'list', 2, async () => 3)).toBe(newer)
})
