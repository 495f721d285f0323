import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { holdNextReply } from '../../../test/held-replies.ts'
import { makeOwner } from '../../../test/make.ts'
import { recordStatements } from '../../../test/recorded-statements.ts'
import { loadIssueCache } from './issue-cache.ts'

/** Columns of custom fields; a project keeps as many as fit. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A project with the given number of number fields; its first issue has the given number and the value 1 in all of them. */
async function makeNumbered(count: number, number: number) {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const fields: string[] = []
  for (let index = 0; index < count; index++)
    fields.push(
      (await owner.client.call(createCustomField, { params, body: { name: `F ${index}`, kind: 'NUMBER' } }))
        .id,
    )
  await app.server.db
    .updateTable('projects')
    .set({ last_issue_number: number - 1 })
    .where('id', '=', params.id)
    .execute()
  const add = (custom_fields: Record<string, number>) =>
    owner.client.call(createIssue, { params, body: { name: 'Wall', custom_fields } })
  const first = await add(Object.fromEntries(fields.map((id) => [id, 1])))
  const find = async (query: object) =>
    (await owner.client.call(listIssues, { params, query: query as never })).items.map((row) => row.number)
  const sortBy = (id: string) => find({ sort: buildCustomKey(id) })
  const change = (issueId: string, custom_fields: Record<string, number>) =>
    owner.client.call(updateIssue, { params: { ...params, issueId }, body: { custom_fields } })
  const remove = (issueId: string) => owner.client.call(deleteIssue, { params: { ...params, issueId } })
  return { params, fields, field: fields[0] ?? '', first, add, find, sortBy, change, remove }
}

/** a million bytes for a column of numbers: of a project with so many issues about 25 columns are kept */
const NUMBER = 100_000
const MORE_THAN_FIT = 28

const columnStatements = async (work: () => Promise<unknown>) =>
  (await recordStatements(app.server.db, work)).filter(({ sql }) => sql.includes('custom_fields->'))

test('Fifty fields of a small project are read once, however often lists are sorted by them in turn', async () => {
  const { fields, sortBy } = await makeNumbered(50, 1)
  for (const id of fields) await sortBy(id)
  expect(
    await columnStatements(async () => {
      for (const id of fields) await sortBy(id)
    }),
  ).toEqual([])
})

test('A column that was dropped for others is read again in full', async () => {
  const { fields, field, first, add, sortBy, change, remove } = await makeNumbered(MORE_THAN_FIT, NUMBER)
  await add({ [field]: 3 })
  const third = await add({ [field]: 2 })
  expect(await sortBy(field)).toEqual([NUMBER, NUMBER + 2, NUMBER + 1])
  for (const id of fields.slice(1)) await sortBy(id)
  await change(first.id, { [field]: 9 })
  await remove(third.id)
  const statements = await columnStatements(async () =>
    expect(await sortBy(field)).toEqual([NUMBER + 1, NUMBER]),
  )
  expect(statements).toHaveLength(1)
})

test('A value that changes while its column is read and others are loaded is found by the next filter', async () => {
  const { fields, field, first, find, sortBy, change } = await makeNumbered(MORE_THAN_FIT, NUMBER)
  const custom_fields = `${field}:from:5`
  const values = holdNextReply(app.server.db, 'custom_fields->')
  const slow = find({ custom_fields })
  await values.isHeld
  for (const id of fields.slice(1)) await sortBy(id)
  await change(first.id, { [field]: 9 })
  await find({})
  values.release()
  await slow
  expect(await find({ custom_fields })).toEqual([NUMBER])
})

test('A list by a field that the project does not have leaves no order behind, alone or in groups', async () => {
  const { params, find } = await makeNumbered(0, 1)
  const unknown = () => buildCustomKey(crypto.randomUUID())
  const keep = async () => {
    const { orders, grouped } = await loadIssueCache(app.server.db, params.id)
    return [...orders.keys(), ...grouped.keys()]
  }
  await find({ sort: 'number' })
  const before = await keep()
  for (const query of [{ sort: unknown() }, { sort: `-${unknown()}` }, { sort: 'number', group: unknown() }])
    expect(await find(query)).toEqual([1])
  expect(await keep()).toEqual(before)
})

test('Of the orders of fifty fields the most recently used ones are kept', async () => {
  const { params, fields, sortBy } = await makeNumbered(50, 1)
  for (const id of fields) {
    await sortBy(id)
    await sortBy(fields[0] ?? '')
  }
  const { orders } = await loadIssueCache(app.server.db, params.id)
  expect([...orders.keys()]).toEqual([...fields.slice(-15), fields[0] ?? ''].map(buildCustomKey))
})
