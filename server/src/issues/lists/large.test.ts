import { createHeader, listHeaders } from '@plumbline/contract/bim/bim'
import { addAnchor, createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import * as lists from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { recordStatements } from '../../../test/recorded-statements.ts'

/** What keeps reads of a project of a million issues short: what is counted in memory, and what statements may read. */

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
    expect(statements.some((text) => text.includes('bim_file_headers'))).toBe(true)
    expect(
      statements.filter((text) => /issue_anchors/.test(text) && !/and false group by/.test(text)),
    ).toEqual([])
  }
})
