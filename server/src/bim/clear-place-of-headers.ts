import type { Reaction } from '../live/tell.ts'
import { getRemovedPlace } from '../projects/levels.ts'

/** Clears the level or section of files before it is deleted; one event makes clients reload all files of the project. */
export const clearPlaceOfHeaders: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const removed = getRemovedPlace(event)
  if (!removed || !project_id) return
  const [first] = await tx
    .updateTable('bim_file_headers')
    .set({ [removed.column]: null })
    .where('project_id', '=', project_id)
    .where(removed.column, '=', removed.id)
    .returning('id')
    .execute()
  if (!first) return
  await tell('header.updated', { project_id, data: { header_id: first.id }, audience: { level: 'VIEWER' } })
}
