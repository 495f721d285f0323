import type { Db } from '../src/db/database.ts'
import { makeProject, signInPeople } from '../test/server-process.ts'
import type { BenchRows } from './api-calls.ts'
import { fillProject } from './issue-projects.ts'

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
