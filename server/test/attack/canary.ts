import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import type { World } from '../world.ts'
import type { IdsByName } from './requests.ts'

/** A company with a marker word in all its texts and a hash over all its rows, to detect leaks and changes. */

const texts: Record<string, string[]> = {
  teams: ['name'],
  projects: ['name', 'description'],
  issues: ['name', 'description'],
  issue_comments: ['text'],
  issue_templates: ['title'],
  custom_fields: ['name'],
  issue_views: ['name'],
  levels: ['name'],
  sections: ['name'],
  bim_file_headers: ['name'],
  views: ['name'],
  markers: ['label'],
  users: ['first_name', 'last_name'],
}

/** Tables that calls of others, or an hourly job, may change: notifications, counters and messages to the operator. */
const open = [
  ...['notifications', 'sessions', 'outbox', 'mails', 'rate_limits', 'mail_codes', 'code_lookups'],
  ...['contact_messages', 'team_storage'],
]

interface Column {
  table: string
  name: string
}

async function columnsOf(app: TestApp): Promise<Column[]> {
  const { rows } = await sql<Column>`select table_name as "table", column_name as name
    from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(app.server.db)
  return rows
}

export interface Canary {
  word: string
  ids: IdsByName
  /** hash of its rows by table */
  rows: () => Promise<Record<string, string>>
}

export const listCanaryIds = async (app: TestApp, { owner, ids }: World): Promise<IdsByName> => {
  const { db } = app.server
  const invite = await sql<{ id: string }>`select id from notifications limit 1`.execute(db)
  return {
    ...ids,
    teamId: owner.team.id,
    notificationId: invite.rows[0]?.id ?? crypto.randomUUID(),
    authorId: owner.id,
  }
}

export async function makeCanary(app: TestApp, world: World): Promise<Canary> {
  const { db } = app.server
  const word = `Kanarie${crypto.randomUUID().slice(0, 8)}`
  // access codes reveal the project's name by design
  const { code: _, ...ids } = await listCanaryIds(app, world)
  const columns = await columnsOf(app)
  const has = (table: string, name: string) =>
    columns.some((each) => each.table === table && each.name === name)
  const people = [world.owner, ...Object.values(world.members)].map(({ id }) => id)
  /** SQL condition for its own rows of a table */
  const own = (table: string) => {
    if (table === 'teams') return sql<boolean>`t.id = ${ids.teamId}`
    if (table === 'projects') return sql<boolean>`t.id = ${ids.id}`
    if (table === 'users') return sql<boolean>`t.id = any (${people}::uuid[])`
    if (has(table, 'project_id')) return sql<boolean>`t.project_id = ${ids.id}`
    if (has(table, 'team_id')) return sql<boolean>`t.team_id = ${ids.teamId}`
    if (has(table, 'issue_id'))
      return sql<boolean>`t.issue_id in (select id from issues where project_id = ${ids.id})`
    return has(table, 'user_id') ? sql<boolean>`t.user_id = any (${people}::uuid[])` : null
  }
  for (const [table, names] of Object.entries(texts))
    for (const name of names.filter((each) => has(table, each)))
      await sql`update ${sql.table(table)} t set ${sql.ref(name)} = left(${word} || ' ' || ${sql.ref(name)}, 60)
        where ${own(table)}`.execute(db)
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !open.includes(table))
  const rows = async () => {
    const hashes: Record<string, string> = {}
    for (const table of tables) {
      const condition = own(table)
      if (!condition) continue
      const { rows: found } = await sql<{ hash: string | null }>`
        select md5(string_agg(md5((to_jsonb(t) - array['mail_at', 'push_at', 'last_used_at', 'seen_at'])::text), '' order by t::text)) as hash
        from ${sql.table(table)} t where ${condition}`.execute(db)
      hashes[table] = found[0]?.hash ?? ''
    }
    return hashes
  }
  return { word, ids, rows }
}
