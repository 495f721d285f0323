import type { ProposedLevel } from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { TimeSlices } from '../loop/time-slices.ts'
import { listLevels } from '../projects/list-levels.ts'
import { PlaceIndex, type Storey } from './levels.ts'
import { isCurrent } from './reads.ts'

/** levels per project, and entries of a list of proposals */
export const MAX_LEVELS = 1000

/** Storeys of the current version of every file. */
async function currentStoreys(ctx: ProjectCtx): Promise<(Storey & { header_id: string })[]> {
  const { rows } = await sql<{ header_id: string; storeys: Storey[] }>`
    select v.header_id, v.storeys from bim_file_variants v
    join bim_file_headers h on h.id = v.header_id and h.deleted_at is null
    where v.project_id = ${ctx.member.project_id} and v.storeys <> '[]' and ${isCurrent}
    order by h.created_at, h.id`.execute(ctx.tx)
  return rows.flatMap(({ header_id, storeys }) => storeys.map((storey) => ({ ...storey, header_id })))
}

export async function listLevelProposals(ctx: ProjectCtx): Promise<ProposedLevel[]> {
  const levels = new PlaceIndex()
  for (const level of await listLevels(ctx)) levels.add({ ...level, guid: level.ifc_guid })
  const found = new PlaceIndex<Storey & { header_ids: Set<string> }>()
  const slices = new TimeSlices()
  for (const storey of await currentStoreys(ctx)) {
    if (slices.isOver) await slices.yieldToLoop()
    if (levels.find(storey)) continue
    const same = found.find(storey)
    if (same) same.header_ids.add(storey.header_id)
    else if (found.places.length < MAX_LEVELS)
      found.add({ ...storey, header_ids: new Set([storey.header_id]) })
  }
  return found.places
    .sort((a, b) => a.elevation_m - b.elevation_m)
    .map(({ guid, name, elevation_m, header_ids }) => ({
      ifc_guid: guid,
      name,
      elevation_m,
      header_ids: [...header_ids],
    }))
}
