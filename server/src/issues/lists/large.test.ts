import { createHeader, listHeaders } from '@plumbline/contract/bim/bim'
import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { addAnchor, createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import * as lists from '@plumbline/contract/issues/lists'
import { searchAllProjects } from '@plumbline/contract/issues/search'
import { getProject, listProjects } from '@plumbline/contract/projects/projects'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { explainStatement, recordStatements } from '../../../test/recorded-statements.ts'
import { registerOpenIssueCounter } from '../../projects/open-issue-counts.ts'
import { computeMostCachedIssues, forgetIssueCache, isIssueCacheLoaded } from './issue-cache.ts'
import { createOpenIssueCounter } from './open-issue-counter.ts'
import { warmIssueCaches } from './warm-issue-caches.ts'

/** Reads of a project of a million issues: which counts come from memory, and how much statements may read. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const unplaced = { variant_version_at_creation: 1, ifc_guid: null, ifc_class: null, element_name: null }

test('Files count open issues in memory once lists are loaded, with the same numbers for every member', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const member = await makeMember(app, params.id, 'CONTRIBUTOR')
  const files = [
    await owner.client.call(createHeader, { params, body: { name: 'House' } }),
    await owner.client.call(createHeader, { params, body: { name: 'Garage' } }),
  ]
  for (const [index, visibility] of (['ALL', 'ALL', 'PRIVATE', 'ALL'] as const).entries()) {
    const { id } = await owner.client.call(createIssue, { params, body: { name: 'Crack', visibility } })
    for (const file of index === 0 ? files : files.slice(0, 1))
      await owner.client.call(addAnchor, {
        params: { ...params, issueId: id },
        body: { ...unplaced, bim_file_header_id: file.id, point: { x: 1, y: 2, z: 3 } },
      })
    if (index === 3)
      await owner.client.call(updateIssue, { params: { ...params, issueId: id }, body: { status: 'VOID' } })
  }
  const count = async ({ client }: Pick<User, 'client'>) =>
    (await client.call(listHeaders, { params, query: {} })).map((header) =>
      'open_issues' in header ? [header.name, header.open_issues] : [],
    )
  const everybody = [owner, member]
  const fromRows = [await count(owner), await count(member)]
  expect(fromRows).toEqual([
    [
      ['Garage', 1],
      ['House', 3],
    ],
    [
      ['Garage', 1],
      ['House', 2],
    ],
  ])
  await owner.client.call(lists.listIssues, { params, query: {} })
  for (const [index, user] of everybody.entries()) {
    const statements = await recordStatements(app.server.db, async () =>
      expect(await count(user)).toEqual(fromRows[index]),
    )
    expect(statements.some((query) => query.sql.includes('bim_file_headers'))).toBe(true)
    expect(
      statements.filter((query) => /issue_anchors/.test(query.sql) && !/and false group by/.test(query.sql)),
    ).toEqual([])
  }
})

test('Cards of projects count open issues in memory where they are many, with the same numbers for every member', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const member = await makeMember(app, params.id, 'CONTRIBUTOR')
  for (const [index, visibility] of (['ALL', 'PRIVATE', 'ALL'] as const).entries()) {
    const { id } = await owner.client.call(createIssue, { params, body: { name: 'Crack', visibility } })
    const status = index === 2 ? 'VOID' : 'IN_PROGRESS'
    await owner.client.call(updateIssue, { params: { ...params, issueId: id }, body: { status } })
  }
  const count = async ({ client }: Pick<User, 'client'>) => {
    const listed = (await client.call(listProjects, {})).find(({ id }) => id === params.id)
    return [(await client.call(getProject, { params })).open_issues, listed?.open_issues]
  }
  const { db } = app.server
  expect([await count(owner), await count(member)]).toEqual([
    [2, 2],
    [1, 1],
  ])
  await owner.client.call(lists.listIssues, { params, query: {} })
  const counted: string[] = []
  const counter = createOpenIssueCounter(db, 3)
  registerOpenIssueCounter(db, {
    ...counter,
    countInProject: (asking) => {
      counted.push(asking.member.user_id)
      return counter.countInProject(asking)
    },
  })
  expect([await count(owner), await count(member)]).toEqual([
    [2, 2],
    [1, 1],
  ])
  expect(counted).toEqual([owner.id, owner.id, member.id, member.id])
  registerOpenIssueCounter(db, createOpenIssueCounter(db))
})

/** A project with issues of these names, and its list of the numbers that a filter finds. */
async function makeListed(names: string[]) {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const issues: { id: string; number: number }[] = []
  for (const name of names) issues.push(await owner.client.call(createIssue, { params, body: { name } }))
  const find = async (query: object) =>
    (
      await owner.client.call(lists.listIssues, { params, query: { ...query, sort: 'number' } as never })
    ).items.map(({ number }) => number)
  const update = (index: number, body: object) =>
    owner.client.call(updateIssue, { params: { ...params, issueId: issues[index]?.id ?? '' }, body })
  return { owner, params, find, update }
}

const wordStatements = async (work: () => Promise<unknown>) =>
  (await recordStatements(app.server.db, work)).filter(({ sql }) => /issue_words/.test(sql))

test('Words are found by an index of their project alone', async () => {
  const { owner, find } = await makeListed(['Crack in slab', 'Slabs', 'Door'])
  const [listed] = await wordStatements(async () => expect(await find({ q: 'slab' })).toEqual([1, 2]))
  const [searched] = await wordStatements(() =>
    owner.client.call(searchAllProjects, { query: { q: 'slab' } }),
  )
  expect(await explainStatement(app.server.db, listed as CompiledQuery)).toContain(
    'Bitmap Index Scan on issue_words_in_project',
  )
  expect(searched?.sql).toContain('words_in_project("w"."project_id", "w"."words")')
})

test('A text with signs is looked for only in issues with its words', async () => {
  const { find } = await makeListed(['Slab, axis A1', 'xslab, axis', 'slab axis', 'The slab, axes'])
  const [statement] = await wordStatements(async () =>
    expect(await find({ q: 'slab, axis' })).toEqual([1, 2, 3]),
  )
  expect(statement?.sql).toMatch(/ilike[\s\S]*number in \([\s\S]*words_in_project/)
  // with a separator at the end, no word certainly starts in it
  expect(await find({ q: 'slab,' })).toEqual([1, 2, 3, 4])
})

test('After a change a search asks only about the changed issue', async () => {
  const { find, update } = await makeListed(['Crack in slab', 'Door', 'Slab edge', 'Slab, lower'])
  expect(await find({ q: 'slab' })).toEqual([1, 3, 4])
  await update(1, { name: 'Door on slab' })
  await update(2, { name: 'Edge' })
  const statements = await wordStatements(async () => expect(await find({ q: 'slab' })).toEqual([1, 2, 4]))
  expect(statements).toHaveLength(1)
  expect(statements[0]?.sql).toContain('number = any')
  expect(statements[0]?.parameters).toContainEqual([2, 3])
})

test('Conditions on own choices and numbers are checked in memory, and changed values at once', async () => {
  const { owner, params, find, update } = await makeListed(['A', 'B', 'C', 'D'])
  const add = (body: object) => owner.client.call(createCustomField, { params, body: body as never })
  const choice = await add({ name: 'Surface', kind: 'CHOICE', choices: [{ name: 'dry' }, { name: 'wet' }] })
  const amount = await add({ name: 'Amount', kind: 'NUMBER' })
  const [dry, wet] = choice.choices.map(({ id }) => id)
  await update(0, { custom_fields: { [choice.id]: dry, [amount.id]: 3 } })
  await update(1, { custom_fields: { [choice.id]: wet, [amount.id]: 12 } })
  await update(2, { custom_fields: { [choice.id]: wet } })
  const isWet = { custom_fields: `${choice.id}:any:${wet}` }
  const isLarge = { custom_fields: `${amount.id}:from:10;${choice.id}:not:${dry}` }
  expect([await find(isWet), await find(isLarge)]).toEqual([[2, 3], [2]])
  await update(3, { custom_fields: { [choice.id]: wet, [amount.id]: 11 } })
  await update(1, { custom_fields: { [choice.id]: dry } })
  const statements = await recordStatements(app.server.db, async () =>
    expect([await find(isWet), await find(isLarge)]).toEqual([[3, 4], [4]]),
  )
  expect(statements.filter(({ sql }) => sql.includes('custom_fields->'))).toEqual([])
})

test('A server of 8 GB keeps two large projects in memory, a small one as many issues as before', () => {
  expect(computeMostCachedIssues(8 * 2 ** 30)).toBeGreaterThan(2_000_000)
  expect(computeMostCachedIssues(2 ** 30)).toBe(500_000)
})

test('Large projects are loaded after a start, small ones when somebody reads them', async () => {
  const { db } = app.server
  const [large, small] = [await makeListed(['A', 'B', 'C']), await makeListed(['A'])]
  for (const { params } of [large, small]) forgetIssueCache(db, params.id)
  await warmIssueCaches(db, 3)
  expect([large, small].map(({ params }) => isIssueCacheLoaded(db, params.id))).toEqual([true, false])
  const statements = await recordStatements(db, async () => expect(await large.find({})).toEqual([1, 2, 3]))
  expect(statements.filter(({ sql }) => sql.includes('order by number limit'))).toEqual([])
})
