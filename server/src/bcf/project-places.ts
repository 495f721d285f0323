import type { Tx } from '../db/database.ts'
import type { ProjectPlaces } from './words.ts'

/** Levels, sections and time zone of a project, to resolve labels and due dates. */
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
  return { places: { levels: await listNames('levels'), sections: await listNames('sections') }, timezone }
}
