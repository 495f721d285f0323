import { ViewRow } from '@plumbline/contract/bim/views'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { listViews } from './list-views.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('The list of saved views reads nothing of what they show, which may be megabytes of each', async () => {
  const { project, id } = await makeOwner(app)
  const { db } = app.server
  await sql`insert into views (id, project_id, name, is_shared, view, extras, created_by)
    select gen_random_uuid(), ${project.id}, 'View ' || n, true, '{"lines": []}', '{}', ${id}
    from generate_series(1, 3) n`.execute(db)
  const member = await findProjectMember(db, id, project.id)
  if (!member) throw new Error('is no member')

  const rows = await listViews({ tx: db, member })

  const shown = Object.keys(ViewRow.shape).sort()
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([shown, shown, shown])
})
