import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Fills projects with issues directly in the database. */

export interface ProjectPeople {
  /** authors and assignees of issues */
  people: number
  levels: number
  sections: number
  files: number
}

const crowd: ProjectPeople = { people: 60, levels: 25, sections: 8, files: 6 }

/** Creates people, levels, sections and files that issues refer to. */
async function furnish(db: Db, project: string, team: string): Promise<void> {
  await sql`insert into users (id, email, first_name, last_name, password_hash)
    select gen_random_uuid(), 'p' || n || '@' || ${project} || '.example', 'Person', 'No ' || n, ''
    from generate_series(1, ${crowd.people}) n`.execute(db)
  await sql`insert into project_members (project_id, user_id, team_id, role, permission_level)
    select ${project}, id, ${team}, 'OTHER', 'CONTRIBUTOR' from users where email like '%@' || ${project} || '.example'`.execute(
    db,
  )
  await sql`insert into levels (id, project_id, name, elevation_m, "order")
    select gen_random_uuid(), ${project}, 'Level ' || n, n * 3.5, n from generate_series(1, ${crowd.levels}) n`.execute(
    db,
  )
  await sql`insert into sections (id, project_id, name, "order", color)
    select gen_random_uuid(), ${project}, 'Section ' || n, n, '#888888' from generate_series(1, ${crowd.sections}) n`.execute(
    db,
  )
  await sql`insert into bim_file_headers (id, project_id, name, type_of, trade)
    select gen_random_uuid(), ${project}, 'File ' || n, 'MODEL', 'GENERAL' from generate_series(1, ${crowd.files}) n`.execute(
    db,
  )
}

/** SQL: an item of a list, chosen by the row number. */
const oneOf = (list: string, salt: number) =>
  sql.raw(`(${list})[1 + abs(hashint4(n * ${salt})) % cardinality(${list})]`)
const chance = (salt: number, part: number) => sql.raw(`abs(hashint4(n + ${salt})) % 1000 < ${part * 1000}`)

/** Gives most issues values of a choice, a text and a number of the project's own. */
async function insertOwnValues(db: Db, project: string): Promise<void> {
  await sql`insert into custom_fields (id, project_id, name, kind, choices, "order")
    select gen_random_uuid(), ${project}, kind, kind, case kind when 'CHOICE' then
      (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'name', 'Choice ' || c, 'archived', false))
        from generate_series(1, 8) c) else '[]' end, place
    from unnest(array['CHOICE', 'TEXT', 'NUMBER']) with ordinality k (kind, place)`.execute(db)
  await sql`
    with field as (select kind, id::text, choices from custom_fields where project_id = ${project})
    update issues i set custom_fields = jsonb_build_object(
      (select id from field where kind = 'CHOICE'), (select choices->(i.number % 8)->'id' from field where kind = 'CHOICE'),
      (select id from field where kind = 'TEXT'), 'Seen by the surveyor near grid ' || abs(hashint4(i.number)) % 5000,
      (select id from field where kind = 'NUMBER'), abs(hashint4(i.number * 7)) % 100000)
    where project_id = ${project} and number % 5 <> 0`.execute(db)
}

async function insertIssues(db: Db, project: string, team: string, count: number): Promise<void> {
  await sql`
    with lists as (select
      array(select user_id from project_members where project_id = ${project} order by 1) as people,
      array(select id from levels where project_id = ${project} order by 1) as levels,
      array(select id from sections where project_id = ${project} order by 1) as sections)
    insert into issues (id, project_id, number, name, description, type, status, priority, trade, level_id, section_id,
      labels, assignee_id, due_date, visibility, team_id, created_by, created_at, updated_at, resolved_at, closed_at)
    select gen_random_uuid(), ${project}, n,
      ${oneOf(`array['Crack in', 'Gap beside', 'Missing seal of', 'Wrong height of', 'Damage to']`, 3)} || ' ' ||
      ${oneOf(`array['slab', 'door', 'window', 'duct', 'pipe', 'column', 'stair', 'facade panel']`, 5)} || ', axis ' ||
      chr(65 + n % 20) || n % 40,
      'Seen on the round of ' || n % 300 || '. ' || ${oneOf(`array['To be repaired before the ceiling is closed.', 'Please check with the architect.', 'Fire stopping is missing.', 'See the photo.']`, 7)},
      ${oneOf(`array['DEFECT', 'CLASH', 'COORDINATION', 'RFI', 'QUALITY', 'SAFETY', 'TASK']`, 11)}, s.status,
      ${oneOf(`array['LOW', 'MEDIUM', 'MEDIUM', 'HIGH', 'CRITICAL']`, 13)},
      ${oneOf(`array['ARCHITECTURE', 'STRUCTURE', 'HVAC', 'PLUMBING', 'ELECTRICAL', 'FACADE', 'GENERAL']`, 17)},
      case when ${chance(1, 0.8)} then ${oneOf('levels', 19)} end, case when ${chance(2, 0.6)} then ${oneOf('sections', 23)} end,
      case when ${chance(3, 0.5)} then array[${oneOf(`array['Fire', 'Concrete', 'Ceiling', 'Handover', 'Water', 'Sound']`, 29)}, 'Round ' || n % 50] else '{}' end,
      case when ${chance(4, 0.7)} then ${oneOf('people', 31)} end,
      case when ${chance(5, 0.6)} then current_date + (abs(hashint4(n * 37)) % 90 - 45) end,
      case when ${chance(6, 0.03)} then 'PRIVATE' when ${chance(7, 0.05)} then 'COMPANY' else 'ALL' end,
      ${team}, ${oneOf('people', 41)}, t.created, t.created + (abs(hashint4(n * 43)) % 2000) * interval '1 minute',
      case when s.status in ('RESOLVED', 'CLOSED') then t.created + interval '2 days' end,
      case when s.status = 'CLOSED' then t.created + interval '3 days' end
    from generate_series(1, ${count}) n, lists,
      lateral (select ${oneOf(`array['OPEN', 'OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'CLOSED', 'VOID']`, 47)} as status) s,
      lateral (select now() - (${count} - n) * (interval '300 days' / ${count}) as created) t`.execute(db)
  await sql`
    insert into issue_anchors (id, issue_id, bim_file_header_id, variant_version_at_creation, point, "order")
    select gen_random_uuid(), i.id, (f.files)[1 + i.number % ${crowd.files}], 1, '{"x":1,"y":2,"z":3}', 0
    from issues i, (select array(select id from bim_file_headers where project_id = ${project} order by 1) as files) f
    where i.project_id = ${project} and i.number % 3 = 0`.execute(db)
  await sql`
    insert into issue_comments (id, issue_id, text, round, created_by)
    select gen_random_uuid(), id, 'Looked at it again, still leaking near the shaft', 1, created_by
    from issues where project_id = ${project} and number % 10 = 0`.execute(db)
  await sql`update issues set comments = 1 where project_id = ${project} and number % 10 = 0`.execute(db)
  await sql`
    insert into issue_watchers (issue_id, user_id)
    select id, created_by from issues where project_id = ${project} and number % 4 = 0`.execute(db)
  await sql`update projects set last_issue_number = ${count} where id = ${project}`.execute(db)
}

/** Fills a project with `count` issues; returns the milliseconds it took. */
export async function fillProject(db: Db, project: string, team: string, count: number): Promise<number> {
  const began = performance.now()
  await furnish(db, project, team)
  await insertIssues(db, project, team, count)
  await insertOwnValues(db, project)
  // autovacuum would do this in the first minutes
  await sql`vacuum analyze`.execute(db)
  return performance.now() - began
}
