import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** An issue with its project, company and person by plain statements, which the schemas of all versions take; their ids. */
export async function insertPlainIssue(db: Db): Promise<{ team: string; project: string; issue: string }> {
  const [user, team, project, issue] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into users (id, email, password_hash, first_name) values (${user}, 'a@example.com', '', 'Ada')`.execute(
    db,
  )
  await sql`insert into teams (id, name) values (${team}, 'Office')`.execute(db)
  await sql`insert into projects (id, team_id, name, created_by)
    values (${project}, ${team}, 'House', ${user})`.execute(db)
  await sql`insert into issues (id, project_id, number, name, created_by)
    values (${issue}, ${project}, 1, 'Crack', ${user})`.execute(db)
  return { team, project, issue }
}
