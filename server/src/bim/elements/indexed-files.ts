import { foldText } from '@plumbline/bim/elements/text'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { isCurrent } from '../reads.ts'

/** Searchable files of a project: their current versions with an element index. */

interface IndexedStorey {
  guid: string
  name: string
  elevation_m: number | null
}

export interface IndexedFile {
  header_id: string
  header_name: string
  variant_id: string
  model_id: number
  elements: number
  storeys: IndexedStorey[]
  /** level id of each storey, or null */
  levels: (string | null)[]
}

interface Level {
  id: string
  name: string
  elevation_m: number
  ifc_guid: string | null
}

/** storeys of two trades differ by the floor's build-up; two floors are never this close */
const MAX_HEIGHT_DIFFERENCE_M = 0.4

/** The level with the storey's GlobalId or name, else the nearest within MAX_HEIGHT_DIFFERENCE_M. */
function findLevelOfStorey(storey: IndexedStorey, levels: Level[]): string | null {
  const name = foldText(storey.name)
  const named = levels.find((level) => level.ifc_guid === storey.guid || foldText(level.name) === name)
  if (named || storey.elevation_m === null) return named?.id ?? null
  const away = (level: Level) => Math.abs(level.elevation_m - (storey.elevation_m ?? 0))
  const [nearest] = [...levels].sort((a, b) => away(a) - away(b))
  return nearest && away(nearest) <= MAX_HEIGHT_DIFFERENCE_M ? nearest.id : null
}

/** Lists files by creation, so that renaming one does not disturb paging. */
export async function listIndexedFiles(ctx: ProjectCtx, headerId?: string): Promise<IndexedFile[]> {
  const { project_id } = ctx.member
  const { rows } = await sql<Omit<IndexedFile, 'levels'>>`
    select h.id as header_id, h.name as header_name, v.id as variant_id, m.id as model_id, m.elements, m.storeys
    from bim_file_headers h
    join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    where h.project_id = ${project_id} and h.deleted_at is null ${headerId === undefined ? sql`` : sql`and h.id = ${headerId}`}
    order by h.id limit 2000`.execute(ctx.tx)
  const levels = await ctx.tx
    .selectFrom('levels')
    .select(['id', 'name', 'elevation_m', 'ifc_guid'])
    .where('project_id', '=', project_id)
    .execute()
  return rows.map((row) => ({
    ...row,
    levels: row.storeys.map((storey) => findLevelOfStorey(storey, levels)),
  }))
}
