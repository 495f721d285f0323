import type * as api from '@plumbline/contract/admin/reconversion'
import type { OutdatedModel } from '@plumbline/contract/admin/reconversion'
import { sql } from 'kysely'
import { fromModels, isOutdated, isWithin } from '../bim/reconversion/outdated-models.ts'
import type { Input, UserCtx } from '../context.ts'

const PAGE_SIZE = 50

export async function listOutdatedModels({ tx }: UserCtx, { query }: Input<typeof api.listOutdatedModels>) {
  const [project = null, id = null] = query.after?.split(',') ?? []
  const { rows } = await sql<OutdatedModel>`
    select v.id, v.file_name, v.version, v.size_bytes, v.project_id, p.name as project_name, v.converter
    from ${fromModels}
    where ${isOutdated} and ${isWithin({ team_id: query.team_id })}
      and (${project}::uuid is null or (v.project_id, v.id) > (${project}::uuid, ${id}::uuid))
    order by v.project_id, v.id limit ${PAGE_SIZE + 1}`.execute(tx)
  const items = rows.slice(0, PAGE_SIZE)
  const last = items.at(-1)
  return { items, after: rows.length > PAGE_SIZE && last ? `${last.project_id},${last.id}` : null }
}
