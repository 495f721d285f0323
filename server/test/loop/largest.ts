import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** Fills projects to their limits directly in the database. */

export interface Sizes {
  members: number
  places: number
  issues: number
  /** count of issues with texts of maximum length */
  long: number
}

const text = (length: number, salt: string) =>
  sql.raw(
    `left(repeat('Seen "here" on ${salt}, to be repaired: axis ' || n || '. ', ${Math.ceil(length / 40)}), ${length})`,
  )

async function fillPlaces(db: Db, project: string, team: string, { members, places }: Sizes) {
  await sql`insert into users (id, email, first_name, last_name, password_hash)
    select gen_random_uuid(), 'p' || n || '@' || ${project} || '.example', 'Person', 'No ' || n, ''
    from generate_series(1, ${members}) n`.execute(db)
  await sql`insert into project_members (project_id, user_id, team_id, role, permission_level)
    select ${project}, id, ${team}, 'OTHER', 'CONTRIBUTOR' from users where email like '%@' || ${project} || '.example'`.execute(
    db,
  )
  await sql`insert into team_members (team_id, user_id, role, is_default)
    select ${team}, id, 'MEMBER', false from users where email like '%@' || ${project} || '.example'`.execute(
    db,
  )
  await sql`insert into levels (id, project_id, name, elevation_m, "order")
    select gen_random_uuid(), ${project}, left(n || ' ' || repeat('Untergeschoss Ä ', 20), 120), n * 3.5, n
    from generate_series(1, ${places}) n`.execute(db)
  await sql`insert into sections (id, project_id, name, "order", color)
    select gen_random_uuid(), ${project}, left(n || ' ' || repeat('Bauteil Łódź ', 20), 120), n, '#888888'
    from generate_series(1, ${places}) n`.execute(db)
}

async function fillIssues(db: Db, project: string, team: string, count: number, length: number) {
  await sql`
    with lists as (select
      array(select user_id from project_members where project_id = ${project} order by 1) as people,
      array(select id from levels where project_id = ${project} order by 1) as levels,
      array(select id from sections where project_id = ${project} order by 1) as sections)
    insert into issues (id, project_id, number, name, description, type, status, priority, trade, level_id, section_id,
      labels, assignee_id, due_date, visibility, team_id, created_by, comments)
    select gen_random_uuid(), ${project}, n, left('Crack ' || n || ', ' || ${text(255, 'name')}, ${Math.min(255, length)}),
      ${text(length, 'round')}, 'DEFECT', (array['OPEN', 'IN_PROGRESS', 'CLOSED'])[1 + n % 3], 'MEDIUM', 'GENERAL',
      levels[1 + n % cardinality(levels)], sections[1 + n % cardinality(sections)], array['Fire', 'Round ' || n % 5000],
      people[1 + n % cardinality(people)], current_date + n % 90 - 45, 'ALL', ${team},
      people[1 + n % cardinality(people)], 1
    from generate_series(1, ${count}) n, lists`.execute(db)
  await sql`update projects set last_issue_number = ${count} where id = ${project}`.execute(db)
  const file = crypto.randomUUID()
  await sql`insert into bim_file_headers (id, project_id, name, type_of, trade)
    values (${file}, ${project}, 'Model', 'MODEL', 'GENERAL')`.execute(db)
  await sql`insert into issue_anchors (id, issue_id, bim_file_header_id, variant_version_at_creation, point, "order")
    select gen_random_uuid(), id, ${file}, 1, '{"x":1,"y":2,"z":3}', 0 from issues where project_id = ${project}`.execute(
    db,
  )
  await sql`insert into issue_comments (id, issue_id, text, round, created_by)
    select gen_random_uuid(), id, left(description, ${Math.min(length, 10_000)}), 1, created_by
    from issues where project_id = ${project} and number <= 20000`.execute(db)
}

/** Fills a project with people, places and issues. */
export async function fillManyIssues(db: Db, project: string, team: string, sizes: Sizes): Promise<void> {
  await fillPlaces(db, project, team, sizes)
  await fillIssues(db, project, team, sizes.issues, 60)
  await sql`analyze`.execute(db)
}

/** Fills a project with issues of the longest texts. */
export async function fillLongIssues(db: Db, project: string, team: string, sizes: Sizes): Promise<void> {
  await fillPlaces(db, project, team, { ...sizes, members: 20, places: 20 })
  await fillIssues(db, project, team, sizes.long, 10_000)
  await sql`analyze`.execute(db)
}
