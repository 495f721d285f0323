import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'

/** Conditions of custom fields, checked in a column in memory or asked of the database: both find the same issues. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A project with five checkboxes, the fifth set in issue 1 of three, and its list of matching numbers. */
async function makeChecked() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const ids: string[] = []
  for (let index = 0; index < 5; index++)
    ids.push(
      (await owner.client.call(createCustomField, { params, body: { name: `F ${index}`, kind: 'CHECKBOX' } }))
        .id,
    )
  const last = ids[4] ?? ''
  for (const custom_fields of [{ [last]: true }, {}, {}])
    await owner.client.call(createIssue, { params, body: { name: 'Door', custom_fields } })
  const find = async (custom_fields: string) =>
    (
      await owner.client.call(listIssues, { params, query: { custom_fields, sort: 'number' } as never })
    ).items.map(({ number }) => number)
  // columns are loaded for the first four fields of a filter
  const others = ids.slice(0, 4).map((id) => `${id}:any:none`)
  const inColumn = (condition: string) => find(`${last}:${condition}`)
  const inRows = (condition: string) => find([...others, `${last}:${condition}`].join(';'))
  return { inColumn, inRows }
}

const expected = {
  'any:none': [2, 3],
  'any:none,true': [1, 2, 3],
  'any:true': [1],
  'not:none': [1],
  'not:none,true': [],
  'not:true': [2, 3],
}

test('A condition on one field finds the same issues after it was the fifth of another filter, and vice versa', async () => {
  const [columnFirst, rowsFirst] = [await makeChecked(), await makeChecked()]
  for (const [condition, numbers] of Object.entries(expected)) {
    const found = [
      await rowsFirst.inRows(condition),
      await rowsFirst.inColumn(condition),
      await columnFirst.inColumn(condition),
      await columnFirst.inRows(condition),
    ]
    expect([condition, found]).toEqual([condition, [numbers, numbers, numbers, numbers]])
  }
})

test('An upper bound keeps an issue whose value equals the bound, whichever number that is', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const { id } = await owner.client.call(createCustomField, { params, body: { name: 'Tag', kind: 'NUMBER' } })
  for (const bound of [2147483646, 2147483647, 2147483648])
    await owner.client.call(createIssue, { params, body: { name: 'Pipe', custom_fields: { [id]: bound } } })
  const count = async (custom_fields: string) =>
    (await owner.client.call(listIssues, { params, query: { custom_fields } as never })).total
  expect(await count(`${id}:to:2147483647`)).toBe(2)
  expect(await count(`${id}:from:2147483647`)).toBe(2)
})
