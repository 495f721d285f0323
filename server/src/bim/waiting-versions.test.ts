import { createHeader } from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { createVariantProcessor } from './variant-processor.ts'

let app: TestApp
beforeAll(async () => {
  // its own workers do nothing
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

/** Rows of versions that statements have read, and changed, since the start of the database. */
async function readCounts() {
  const { rows } = await sql<{ read: number; changed: number }>`
    select (seq_tup_read + idx_tup_fetch)::int8 as read, n_tup_upd::int8 as changed from pg_stat_user_tables
    where relname = 'bim_file_variants'`.execute(app.server.db)
  return rows[0] ?? { read: 0, changed: 0 }
}

test('A worker finds the next version with few reads of all of them, however many wait', async () => {
  const { client, project } = await makeOwner(app)
  const { id } = await client.call(createHeader, { params: { id: project.id }, body: { name: 'Plans' } })
  const { db } = app.server
  await sql`
    insert into bim_file_variants (id, project_id, header_id, version, file_name, size_bytes, state, queued_at)
    select gen_random_uuid(), ${project.id}, ${id}, n, 'plan.svg', 1,
      case when n <= 300 then 'QUEUED' else 'FAILED' end, now() - n * interval '1 second'
    from generate_series(1, 5000) n`.execute(db)
  await sql`analyze bim_file_variants`.execute(db)
  const before = await readCounts()
  const { processNext, close } = createVariantProcessor({ server: app.server, teller: app.teller })
  await processNext(new AbortController().signal)
  close()
  await expect.poll(async () => (await readCounts()).changed).toBeGreaterThan(before.changed)
  expect((await readCounts()).read - before.read).toBeLessThan(100_000)
})
