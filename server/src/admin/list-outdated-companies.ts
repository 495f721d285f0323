import type * as api from '@plumbline/contract/admin/reconversion'
import type { OutdatedCompany } from '@plumbline/contract/admin/reconversion'
import { sql } from 'kysely'
import { fromModels, isOutdated } from '../bim/reconversion/outdated-models.ts'
import type { Input, UserCtx } from '../context.ts'

const PAGE_SIZE = 50

export async function listOutdatedCompanies(
  { tx }: UserCtx,
  { query }: Input<typeof api.listOutdatedCompanies>,
) {
  const [models = null, id = null] = query.after?.split(':') ?? []
  const { rows } = await sql<OutdatedCompany>`
    select t.id, t.name, count(*)::int as models from ${fromModels} where ${isOutdated}
    group by t.id
    having ${models}::int is null or (count(*), t.id) < (${models}::int, ${id}::uuid)
    order by models desc, t.id desc limit ${PAGE_SIZE + 1}`.execute(tx)
  const items = rows.slice(0, PAGE_SIZE)
  const last = items.at(-1)
  return { items, after: rows.length > PAGE_SIZE && last ? `${last.models}:${last.id}` : null }
}
