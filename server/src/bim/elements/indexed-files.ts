import { foldText } from '@plumbline/bim/elements/text'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { isCurrent } from '../reads.ts'
import { findStoreysCache, type IndexedStorey } from './storeys-cache.ts'

/** Searchable files of a project: their current versions with an element index. */

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

/** Finds levels by the GlobalId or name of a storey, else the nearest within MAX_HEIGHT_DIFFERENCE_M. */
class StoreyLevels {
  readonly #levels: Level[]
  /** the first level with each GlobalId and folded name, with its place among the levels */
  readonly #byGuid = new Map<string | null, number>()
  readonly #byName = new Map<string, number>()
  /** most files have storeys of the same names */
  readonly #folded = new Map<string, string>()

  constructor(levels: Level[]) {
    this.#levels = levels
    for (const [at, { ifc_guid, name }] of levels.entries()) {
      if (!this.#byGuid.has(ifc_guid)) this.#byGuid.set(ifc_guid, at)
      const folded = foldText(name)
      if (!this.#byName.has(folded)) this.#byName.set(folded, at)
    }
  }

  #fold(name: string): string {
    const folded = this.#folded.get(name) ?? foldText(name)
    this.#folded.set(name, folded)
    return folded
  }

  find(storey: IndexedStorey): string | null {
    const named = [this.#byGuid.get(storey.guid), this.#byName.get(this.#fold(storey.name))]
    const first = Math.min(...named.map((at) => at ?? Number.POSITIVE_INFINITY))
    if (first !== Number.POSITIVE_INFINITY) return this.#levels[first]?.id ?? null
    if (storey.elevation_m === null) return null
    let [nearest, least]: [string | null, number] = [null, Number.POSITIVE_INFINITY]
    for (const { id, elevation_m } of this.#levels) {
      const away = Math.abs(elevation_m - storey.elevation_m)
      if (away < least) [nearest, least] = [id, away]
    }
    return least <= MAX_HEIGHT_DIFFERENCE_M ? nearest : null
  }
}

/** The storeys of models, read from the database unless they were read lately. */
async function loadStoreys(
  { db, tx, now }: Pick<ProjectCtx, 'db' | 'tx' | 'now'>,
  models: number[],
): Promise<ReadonlyMap<number, IndexedStorey[]>> {
  const cache = findStoreysCache(db)
  const since = now().getTime()
  const known = cache.find(models, since)
  const missing = models.filter((model) => !known.has(model))
  if (missing.length === 0) return known
  const { rows } = await sql<{ id: number; storeys: IndexedStorey[] }>`
    select id, storeys from element_models where id = any(${missing}::int[])`.execute(tx)
  for (const { id, storeys } of rows) {
    known.set(id, storeys)
    cache.keep(id, storeys, since)
  }
  return known
}

/** Lists files by creation, so that renaming one does not disturb paging. */
export async function listIndexedFiles(ctx: ProjectCtx, headerId?: string): Promise<IndexedFile[]> {
  const { project_id } = ctx.member
  const { rows } = await sql<Omit<IndexedFile, 'levels' | 'storeys'>>`
    select h.id as header_id, h.name as header_name, v.id as variant_id, m.id as model_id, m.elements
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
  const found = new StoreyLevels(levels)
  const storeysByModel = await loadStoreys(
    ctx,
    rows.map(({ model_id }) => model_id),
  )
  return mapInSlices(rows, (row) => {
    const storeys = storeysByModel.get(row.model_id) ?? []
    return { ...row, storeys, levels: storeys.map((storey) => found.find(storey)) }
  })
}
