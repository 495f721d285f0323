import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export interface NamedPlace {
  id: string
  name: string
}

/** Levels by elevation and sections by their order. */
export async function readPlaces(
  db: Db | Tx,
  projectId: string,
): Promise<Record<'level' | 'section', NamedPlace[]>> {
  const level = await db
    .selectFrom('levels')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('elevation_m')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const section = await db
    .selectFrom('sections')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('order')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return { level, section }
}

/** Full names of users by id. */
export async function readUserNames(db: Db | Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(concat(first_name, ' ', last_name)) as name from users where id = any (${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
