import type { Reaction } from '../live/tell.ts'
import { getRemovedPlace } from '../projects/levels.ts'

/** Clears the level or section of files before it is deleted. */
export const clearPlaceOfHeaders: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const removed = getRemovedPlace(event)
  if (!removed || !project_id) return
  const headers = await tx
    .updateTable('bim_file_headers')
    .set({ [removed.column]: null })
    .where('project_id', '=', project_id)
    .where(removed.column, '=', removed.id)
    .returning('id')
    .execute()
  for (const { id } of headers)
    await tell('header.updated', { project_id, data: { header_id: id }, audience: { level: 'VIEWER' } })
}
