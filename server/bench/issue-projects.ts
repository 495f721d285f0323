import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { makeProject, type SignedIn, signInPeople, startSessions } from '../test/server-process.ts'

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

/** Defines a choice, a text and a number of the project's own. */
async function insertOwnFields(db: Db, project: string): Promise<void> {
  await sql`insert into custom_fields (id, project_id, name, kind, choices, "order")
    select gen_random_uuid(), ${project}, kind, kind, case kind when 'CHOICE' then
      (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'name', 'Choice ' || c, 'archived', false))
        from generate_series(1, 8) c) else '[]' end, place
    from unnest(array['CHOICE', 'TEXT', 'NUMBER']) with ordinality k (kind, place)`.execute(db)
}

/** SQL: values of the project's custom fields for most issues. */
const ownValues = sql`case when n % 5 = 0 then '{}' else jsonb_build_object(
  lists.choice, lists.choices->(n % 8)->'id', lists.text, 'Seen by the surveyor near grid ' || abs(hashint4(n)) % 5000,
  lists.number, abs(hashint4(n * 7)) % 100000) end`

/** Inserts the issues with numbers from `first` to `last` of `count`. */
async function insertIssues(
  db: Db,
  { project, team, count }: { project: string; team: string; count: number },
  first: number,
  last: number,
): Promise<void> {
  await sql`
    with lists as (select
      array(select user_id from project_members where project_id = ${project} order by 1) as people,
      array(select id from levels where project_id = ${project} order by 1) as levels,
      array(select id from sections where project_id = ${project} order by 1) as sections,
      (select choices from custom_fields where project_id = ${project} and kind = 'CHOICE') as choices,
      (select id::text from custom_fields where project_id = ${project} and kind = 'CHOICE') as choice,
      (select id::text from custom_fields where project_id = ${project} and kind = 'TEXT') as text,
      (select id::text from custom_fields where project_id = ${project} and kind = 'NUMBER') as number)
    insert into issues (id, project_id, number, name, description, type, status, priority, trade, level_id, section_id,
      labels, assignee_id, due_date, visibility, team_id, created_by, created_at, updated_at, resolved_at, closed_at,
      comments, custom_fields)
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
      case when s.status = 'CLOSED' then t.created + interval '3 days' end,
      (n % 10 = 0)::int, ${ownValues}
    from generate_series(${first}::int, ${last}::int) n, lists,
      lateral (select ${oneOf(`array['OPEN', 'OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'CLOSED', 'VOID']`, 47)} as status) s,
      lateral (select now() - (${count} - n) * (interval '300 days' / ${count}) as created) t`.execute(db)
}

/** Inserts anchors, comments, watchers and log entries of issues that `insertIssues` has inserted. */
async function insertParts(db: Db, project: string, first: number, last: number): Promise<void> {
  const own = sql`i.project_id = ${project} and i.number between ${first} and ${last}`
  await sql`
    insert into issue_anchors (id, issue_id, bim_file_header_id, variant_version_at_creation, point, "order")
    select gen_random_uuid(), i.id, (f.files)[1 + i.number % cardinality(f.files)], 1, '{"x":1,"y":2,"z":3}', 0
    from issues i, (select array(select id from bim_file_headers where project_id = ${project} order by 1) as files) f
    where ${own} and i.number % 3 = 0`.execute(db)
  await sql`
    insert into issue_comments (id, issue_id, text, round, created_by)
    select gen_random_uuid(), id, 'Looked at it again, still leaking near the shaft', 1, created_by
    from issues i where ${own} and number % 10 = 0`.execute(db)
  await sql`
    insert into issue_watchers (issue_id, user_id)
    select id, created_by from issues i where ${own} and number % 4 = 0`.execute(db)
  // nobody checks the hashes of this log
  await sql`
    insert into issue_log (project_id, seq, issue_id, at, by_user_id, kind, data, hash)
    select project_id, number, id, created_at, created_by, 'CREATED',
      jsonb_build_object('fields', jsonb_build_object('name', name, 'type', type, 'status', status, 'priority', priority)),
      sha256(id::text::bytea)
    from issues i where ${own}`.execute(db)
  await sql`
    insert into issue_chains (project_id, seq, hash) values (${project}, ${last}, sha256(''))
    on conflict (project_id) do update set seq = excluded.seq`.execute(db)
}

const BATCH = 20_000

/** Fills a project with `count` issues; returns the milliseconds it took. */
export async function fillProject(db: Db, project: string, team: string, count: number): Promise<number> {
  const began = performance.now()
  await furnish(db, project, team)
  await insertOwnFields(db, project)
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1)
    await insertIssues(db, { project, team, count }, first, last)
    await insertParts(db, project, first, last)
  }
  await sql`update projects set last_issue_number = ${count} where id = ${project}`.execute(db)
  // autovacuum would do this in the first minutes
  await sql`vacuum analyze`.execute(db)
  return performance.now() - began
}

/** Notifications of a person about the newest issues of a project, an eighth of them new. */
async function insertNotifications(db: Db, project: string, user: string, count: number): Promise<void> {
  await sql`
    insert into notifications (id, user_id, project_id, type, state, payload, created_at)
    select gen_random_uuid(), ${user}, project_id, 'ISSUE_UPDATED', case when number % 8 = 0 then 'NEW' else 'ACKNOWLEDGED' end,
      jsonb_build_object('issue_id', id, 'issue_number', number, 'issue_name', name), updated_at
    from issues where project_id = ${project} order by number desc limit ${count}`.execute(db)
}

export interface BenchProject {
  id: string
  /** a member who does not see all issues, and is author, assignee and watcher of some */
  reader: SignedIn
  /** an editor */
  writer: SignedIn
  /** ids of some issues that everybody sees */
  issues: string[]
}

async function insertProject(db: Db, name: string, count: number): Promise<void> {
  const people = await signInPeople(db, 2)
  const { id } = await makeProject(db, people)
  const team = await db
    .updateTable('projects')
    .set({ name })
    .where('id', '=', id)
    .returning('team_id')
    .executeTakeFirstOrThrow()
  // the first owns the company and sees everything
  await sql`update team_members set role = 'MEMBER' where team_id = ${team.team_id}`.execute(db)
  const filled = await fillProject(db, id, team.team_id, count)
  for (const person of people) await insertNotifications(db, id, person.id, Math.ceil(count / 20))
  console.log(`${count} issues made in ${(filled / 1000).toFixed(1)} s`)
}

/** Opens a project of this name with so many issues for two people, and fills it unless a kept database has it. */
export async function openProject(db: Db, name: string, count: number): Promise<BenchProject> {
  const find = () => db.selectFrom('projects').select('id').where('name', '=', name).executeTakeFirst()
  if (!(await find())) await insertProject(db, name, count)
  const id = (await find())?.id ?? ''
  const members = await db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', id)
    .where('permission_level', '=', 'EDITOR')
    .orderBy('user_id')
    .execute()
  const [reader, writer] = await startSessions(
    db,
    members.map(({ user_id }) => user_id),
  )
  const issues = await db
    .selectFrom('issues')
    .select('id')
    .where('project_id', '=', id)
    .where('visibility', '=', 'ALL')
    .where('status', '=', 'OPEN')
    .limit(50)
    .execute()
  return { id, reader, writer, issues: issues.map((issue) => issue.id) } as BenchProject
}
