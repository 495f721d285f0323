import { listHeaders } from '@plumbline/contract/bim/bim'
import { createLevel, deleteLevel } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A deleted level is cleared from all its files with one event', async () => {
  const { client, project } = await makeOwner(app)
  const { id } = project
  const level = await client.call(createLevel, { params: { id }, body: { name: 'L1', elevation_m: 3 } })
  await sql`insert into bim_file_headers (id, project_id, name, type_of, trade, level_id)
    select gen_random_uuid(), ${id}, 'File ' || n, 'MODEL', 'GENERAL', ${level.id} from generate_series(1, 50) n`.execute(
    app.server.db,
  )

  await client.call(deleteLevel, { params: { id, levelId: level.id } })

  const headers = await client.call(listHeaders, { params: { id }, query: {} })
  expect(headers).toMatchObject(Array.from({ length: 50 }, () => ({ level_id: null })))
  const events = await app.server.db
    .selectFrom('outbox')
    .select('data')
    .where('project_id', '=', id)
    .where('type', '=', 'header.updated')
    .execute()
  expect(events).toHaveLength(1)
})
