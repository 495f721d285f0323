import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { makeProject, signInPeople } from '../test/server-process.ts'
import type { BenchRows } from './api-calls.ts'
import { fillProject } from './issue-projects.ts'

/**
 * Writes what the project's people were notified of before: PostgreSQL chooses plans by sizes, and a connection that has
 * planned for a handful of notifications reads all of them until autovacuum has counted them again.
 */
async function addPastNotifications(db: Db, projectId: string) {
  await sql`insert into notifications (id, user_id, project_id, type, payload, state, created_at)
    select gen_random_uuid(), m.user_id, m.project_id, 'ISSUE_UPDATED', jsonb_build_object('issue_id', gen_random_uuid()),
      'ACKNOWLEDGED', now() - n * interval '1 hour'
    from project_members m cross join generate_series(1, 100) n where m.project_id = ${projectId}`.execute(db)
  await sql`vacuum analyze notifications`.execute(db)
}

/** Creates a project with people and issues, and returns the ids used in calls. */
export async function prepareRows(db: Db, issueCount: number) {
  const people = await signInPeople(db, 20)
  const project = await makeProject(db, people)
  const { team_id } = await db
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  await fillProject(db, project.id, team_id, issueCount)
  await addPastNotifications(db, project.id)
  const issues = await db
    .selectFrom('issues')
    .select('id')
    .where('project_id', '=', project.id)
    .where('visibility', '=', 'ALL')
    .where('status', 'in', ['OPEN', 'IN_PROGRESS'])
    .execute()
  const rows: BenchRows = { project: project.id, chat: project.chat_id, issues: issues.map(({ id }) => id) }
  return { rows, token: people[0]?.token ?? '' }
}
