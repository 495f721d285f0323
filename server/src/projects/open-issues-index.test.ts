import { listProjects } from '@plumbline/contract/projects/projects'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { explainStatement, recordStatements } from '../../test/recorded-statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('Cards of projects count the open issues of the person from an index alone', async () => {
  const { db } = app.server
  const owner = await makeOwner(app)
  const statements = await recordStatements(db, () => owner.client.call(listProjects, {}))
  const query = statements.find(({ sql }) => sql.includes('my_open_issues'))
  const plan = await explainStatement(db, query as CompiledQuery)
  expect(plan).toContain('Index Only Scan using issues_open_assigned on issues')
})
