import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { CURRENT_CONVERTER } from '../artefacts.ts'
import { isCurrent } from '../reads.ts'

/** Models that another converter has converted than this server has. Read past `visible.ts`: counted and named only. */

export interface ReconversionLimit {
  team_id?: string | undefined
  project_id?: string | undefined
  variant_id?: string | undefined
}

/** SQL: versions `v` of files `h` of projects `p` of companies `t` outside of the trash. */
export const fromModels = sql`bim_file_variants v join bim_file_headers h on h.id = v.header_id
  join projects p on p.id = v.project_id join teams t on t.id = p.team_id`

const isConverted = sql`v.state = 'COMPLETED' and v.artefacts_key is not null and v.blob_key is not null
  and v.deleted_at is null and h.deleted_at is null and p.deleted_at is null and t.deleted_at is null`

/** SQL: whether the artefacts of `v` come from another converter; false while that is not known yet. */
export const isOutdated = sql`${isConverted} and v.converter <> ${CURRENT_CONVERTER}`

export const isWithin = ({ team_id, project_id, variant_id }: ReconversionLimit) => sql`
  (${team_id ?? null}::uuid is null or p.team_id = ${team_id ?? null}::uuid)
  and (${project_id ?? null}::uuid is null or v.project_id = ${project_id ?? null}::uuid)
  and (${variant_id ?? null}::uuid is null or v.id = ${variant_id ?? null}::uuid)`

export interface OutdatedCounts {
  models: number
  companies: number
  /** models whose manifest has not been read yet */
  unread: number
}

export async function countOutdated(tx: Tx, limit: ReconversionLimit = {}): Promise<OutdatedCounts> {
  const { rows } = await sql<OutdatedCounts>`
    select count(*) filter (where ${isOutdated})::int as models,
      count(distinct p.team_id) filter (where ${isOutdated})::int as companies,
      count(*) filter (where ${isConverted} and v.converter is null)::int as unread
    from ${fromModels}
    where v.converter is distinct from ${CURRENT_CONVERTER} and ${isWithin(limit)}`.execute(tx)
  return rows[0] as OutdatedCounts
}

/** SQL: the items of a run, the versions that people open first, in turns of the companies. */
export const selectReconversionItems = (limit: ReconversionLimit): RawBuilder<unknown> => sql`
  select row_number() over (order by turn, team_id)::int as number, 'MODEL' as part, id as subject_id
  from (
    select v.id, p.team_id,
      row_number() over (partition by p.team_id order by ${isCurrent} desc, v.created_at desc, v.id) as turn
    from ${fromModels} where ${isOutdated} and ${isWithin(limit)}
  ) outdated`
