import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/db/database.ts'
import { startApp, type TestApp } from './app.ts'
import { makeMember, makeOwner } from './make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** PostgreSQL plans a statement for its values at least this often before it may keep one plan for all values. */
const FIRST_PLANS = 5

/** The statements of all connections that have been planned for their values again and again. */
async function listPlannedAgain(db: Db): Promise<string[]> {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const found: string[] = []
  let count = 0
  const connections = Array.from({ length: 12 }, () =>
    db.connection().execute(async (connection) => {
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements
        where custom_plans > ${FIRST_PLANS}::int`.execute(connection)
      found.push(...rows.map(({ statement }) => statement))
      if (++count === 12) resolve()
      await end
    }),
  )
  await Promise.all(connections)
  return found
}

test('The statements of changes and comments that notify people are planned once per connection', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const { id: issueId } = await owner.client.call(createIssue, {
    params,
    body: { name: 'Crack', assignee_id: worker.id },
  })
  await sql`insert into notifications (id, user_id, project_id, type, payload)
    select gen_random_uuid(), ${worker.id}, ${params.id}, 'ISSUE_UPDATED', jsonb_build_object('issue_id', n)
    from generate_series(1, 3000) n`.execute(app.server.db)
  await sql`analyze notifications`.execute(app.server.db)
  const call = { params: { ...params, issueId } }
  for (let n = 0; n < 30; n++) {
    await owner.client.call(updateIssue, { ...call, body: { name: `Crack ${n}` } })
    await owner.client.call(addComment, { ...call, body: { text: `Seen again ${n}` } })
  }
  expect(await listPlannedAgain(app.server.db)).toEqual([])
})
