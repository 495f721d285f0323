import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { readCustomFields } from '../issues/custom-fields/custom-fields.ts'
import { listProjectMembers } from '../projects/project-roles.ts'
import { readProjectWords } from '../projects/vocabulary.ts'
import { keptId } from '../users/merged-people.ts'
import { buildWordReader, type ProjectPlaces } from './words.ts'

/** Ids of members who can work on issues, by e-mail address. */
async function listAssignableByEmail(tx: Tx, project_id: string): Promise<Map<string, string>> {
  const members = await listProjectMembers(tx, project_id)
  const ids = members.flatMap(({ user_id, permission_level }) =>
    isLevelAtLeast(permission_level, 'CONTRIBUTOR') ? [user_id] : [],
  )
  const users = await tx
    .selectFrom('users')
    .select([keptId('users').as('id'), 'email'])
    .where(keptId('users'), '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(users.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** Levels, sections, custom fields, names and time zone of a project, to resolve words, labels and due dates. */
export async function getProjectPlaces(
  tx: Tx,
  project_id: string,
): Promise<{ places: ProjectPlaces; timezone: string }> {
  const listNames = (table: 'levels' | 'sections') =>
    tx.selectFrom(table).select(['id', 'name']).where('project_id', '=', project_id).orderBy('id').execute()
  const { timezone } = await tx
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const own = (await readCustomFields(tx, project_id)).filter(({ archived }) => !archived)
  const hasPeople = own.some(({ kind }) => kind === 'PERSON')
  const people = hasPeople ? await listAssignableByEmail(tx, project_id) : new Map<string, string>()
  const [levels, sections] = [await listNames('levels'), await listNames('sections')]
  const words = buildWordReader(await readProjectWords(tx, project_id))
  return { places: { levels, sections, own, people, words }, timezone }
}
