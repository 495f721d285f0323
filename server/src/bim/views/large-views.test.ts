import { ViewRow } from '@plumbline/contract/bim/views'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { countRows } from '../../../test/row-counts.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { readOwnViews } from '../export.ts'
import { listViews } from './list-views.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeViews() {
  const { project, id } = await makeOwner(app)
  await sql`insert into views (id, project_id, name, is_shared, view, extras, created_by)
    select gen_random_uuid(), ${project.id}, 'View ' || n, true, '{"lines": []}', '{}', ${id}
    from generate_series(1, 3) n`.execute(app.server.db)
  return { project, id }
}

test('The list of saved views does not read their content, which may be megabytes each', async () => {
  const { project, id } = await makeViews()
  const { db } = app.server
  const member = await findProjectMember(db, id, project.id)
  if (!member) throw new Error('is no member')

  const rows = await listViews({ tx: db, member })

  const shown = Object.keys(ViewRow.shape).sort()
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([shown, shown, shown])
})

test('The export of personal data reads one whole view at a time', async () => {
  const { id } = await makeViews()
  const { db: tx, counts } = countRows(app.server.db)

  const names: string[] = []
  for await (const { name } of readOwnViews(tx, id)) names.push(name)

  expect(names.sort()).toEqual(['View 1', 'View 2', 'View 3'])
  expect(Math.max(...counts)).toBe(1)
})
