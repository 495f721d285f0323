import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Their rows are deleted one or a few at a time, or the referring table is small. */
const readWhole = {
  bim_file_variants: ['bim_file_headers', 'bim_revision_corrections'],
  levels: ['bim_file_headers', 'markers'],
  sections: ['bim_file_headers', 'markers'],
  sessions: ['passkey_challenges'],
}
const deletedSeldom = new Set(['projects', 'signup_codes', 'teams', 'users'])

test('Child rows of a parent that is deleted by thousands are found by an index', async () => {
  const { rows } = await sql<{ parent: string; child: string }>`
    select c.confrelid::regclass::text as parent, c.conrelid::regclass::text as child
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%I IS NOT NULL)', a.attname)))
    order by 1, 2`.execute(app.server.db)
  const found = Map.groupBy(
    rows.filter(({ parent }) => !deletedSeldom.has(parent)),
    ({ parent }) => parent,
  )
  expect(
    Object.fromEntries([...found].map(([parent, keys]) => [parent, keys.map(({ child }) => child)])),
  ).toEqual(readWhole)
})
