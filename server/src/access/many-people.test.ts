import { listMembers } from '@plumbline/contract/access/access'
import { listChanges } from '@plumbline/contract/issues/changes'
import { listTeamMembers } from '@plumbline/contract/teams/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('Lists of members have everybody of a company with more than 5,000 people, and of its project', async () => {
  const { client, project, team, id } = await makeOwner(app)
  const { db } = app.server
  await sql`insert into users select (jsonb_populate_record(u, jsonb_build_object(
      'id', gen_random_uuid(), 'email', 'm' || n || '@crowd.example', 'picture_id', null))).*
    from users u, generate_series(1, 5001) n where u.id = ${id}`.execute(db)
  await sql`insert into team_members (team_id, user_id, role)
    select ${team.id}, id, 'MEMBER' from users where email like '%@crowd.example'`.execute(db)
  await sql`insert into project_members (project_id, user_id, role, permission_level)
    select ${project.id}, id, 'OTHER', 'VIEWER' from users where email like '%@crowd.example'`.execute(db)
  const params = { id: project.id }
  expect(await client.call(listTeamMembers, { params: { id: team.id } })).toHaveLength(5002)
  expect(await client.call(listMembers, { params, query: {} })).toHaveLength(5002)
  expect((await client.call(listChanges, { params, query: {} })).members).toHaveLength(5002)
})
