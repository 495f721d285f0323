import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import type { Tell } from '../live/tell.ts'

interface Storey {
  guid: string
  name: string
  elevation_m: number
}

/** The storeys of a project's first model become its levels; later models change nothing. */
export async function proposeLevels(tx: Tx, tell: Tell, projectId: string, storeys: Storey[]): Promise<void> {
  if (storeys.length === 0) return
  const has = await tx
    .selectFrom('levels')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (has) return
  const rows = storeys.slice(0, 500).map((storey, order) => ({
    id: randomUUIDv7(),
    project_id: projectId,
    name: storey.name || `Level ${order + 1}`,
    elevation_m: storey.elevation_m,
    order,
    ifc_guid: storey.guid,
  }))
  await tx.insertInto('levels').values(rows).execute()
  await tell('level.updated', { project_id: projectId, data: {}, audience: { level: 'VIEWER' } })
}
