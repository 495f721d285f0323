import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { readExportedValues } from './read-exported-values.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

test('Of a field that was changed often since an export its value then is read, and no other', async () => {
  const { client, project } = await makeOwner(app)
  const file = (name: string) => client.call(createIssue, { params: { id: project.id }, body: { name } })
  const [often, once] = [await file('Name 0'), await file('Untouched')]
  const params = { id: project.id, issueId: often.id }
  const rename = (name: string) => client.call(updateIssue, { params, body: { name } })
  await rename('Name 1')
  const { items } = await client.call(listTimeline, { params, query: {} })
  const version = items.at(-1)?.seq ?? 0
  for (let change = 2; change <= 6; change++) await rename(`Name ${change}`)
  await client.call(updateIssue, { params, body: { priority: 'HIGH' } })
  const read = (...versions: number[]) =>
    readExportedValues(
      app.server.db,
      project.id,
      [often, once].slice(0, versions.length).map(({ id }, at) => ({ id, version: versions[at] ?? 0 })),
    )
  const values = await read(version, version)
  expect([...values.keys()]).toEqual([often.id])
  expect(values.get(often.id)).toMatchObject([
    { field: 'name', from: 'Name 1' },
    { field: 'priority', from: 'MEDIUM' },
  ])
  // each issue has a separate version
  expect((await read(0)).get(often.id)).toMatchObject([{ from: 'Name 0' }, { from: 'MEDIUM' }])
  expect(await read()).toEqual(new Map())
})
