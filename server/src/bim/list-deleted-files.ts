import type * as api from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { computePurgeTime, computeTrashLimit } from './purge.ts'

export async function listDeletedFiles(ctx: ProjectCtx, _input: Input<typeof api.listDeletedFiles>) {
  const { project_id } = ctx.member
  const since = computeTrashLimit(ctx.now())
  const { rows } = await sql<{
    header_id: string
    variant_id: string | null
    name: string
    type_of: 'MODEL'
    version: number | null
    deleted_at: string
    deleted_by_name: string | null
  }>`
    select id as header_id, null::uuid as variant_id, name, type_of, null::int as version, deleted_at, deleted_by_name
    from bim_file_headers where project_id = ${project_id} and deleted_at > ${since}
    union all
    select h.id, v.id, h.name, h.type_of, v.version, v.deleted_at, v.deleted_by_name
    from bim_file_variants v join bim_file_headers h on h.id = v.header_id and h.deleted_at is null
    where v.project_id = ${project_id} and v.deleted_at > ${since}
    order by deleted_at desc limit 1000`.execute(ctx.tx)
  return rows.map((row) => ({
    ...row,
    purged_at: computePurgeTime(row.deleted_at),
  }))
}
