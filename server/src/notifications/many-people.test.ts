import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeMember, makeOwner } from '../../test/make.ts'

const MANY = 50

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Members, each the assignee of an issue of their own. */
const insertAssignees = (projectId: string) =>
  sql`with u as (insert into users (id, email, password_hash)
      select gen_random_uuid(), gen_random_uuid() || '@example.com', 'none' from generate_series(1, ${MANY}) returning id),
    m as (insert into project_members (project_id, user_id, role, permission_level)
      select ${projectId}, id, 'OTHER', 'EDITOR' from u)
    insert into issues (id, project_id, team_id, number, name, visibility, assignee_id)
    select gen_random_uuid(), p.id, p.team_id, row_number() over (), 'Issue', 'ALL', u.id
    from projects p, u where p.id = ${projectId}`.execute(app.server.db)

test('A bulk change that notifies each of many people about another issue publishes one event to all', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const member = await makeMember(app, project.id, 'EDITOR')
  await insertAssignees(project.id)
  await sql`update issues set assignee_id = ${member.id} where project_id = ${project.id} and number = 1`.execute(
    app.server.db,
  )

  await client.call(bulkChangeIssues, { params, body: { filter: '', change: { priority: 'HIGH' } } })

  const notes = await member.client.call(listNotifications, { query: {} })
  expect(notes.filter(({ type }) => type === 'ISSUE_UPDATED')).toMatchObject([
    { payload: { issue_number: 1 } },
  ])
  const { rows } = await sql<{
    people: number
  }>`select jsonb_array_length(audience->'users') as people from outbox
    where project_id = ${project.id} and type = 'notification.updated' and audience->'users' ? ${member.id}`.execute(
    app.server.db,
  )
  expect(rows.at(-1)).toEqual({ people: MANY })
  const written = await sql<{ numbers: number }>`
    select count(distinct payload->>'issue_number')::int as numbers from notifications
    where project_id = ${project.id} and type = 'ISSUE_UPDATED'`.execute(app.server.db)
  expect(written.rows).toEqual([{ numbers: MANY }])
})
