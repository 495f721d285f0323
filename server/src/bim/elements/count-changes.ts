import type * as api from '@plumbline/contract/bim/elements'
import type { ChangeCount } from '@plumbline/contract/bim/elements'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  ensureCompared,
  findVersions,
  type PickedChange,
  pickChanges,
  readComparison,
  unzip,
} from './comparison.ts'

const BATCH = 10_000

interface GroupRow {
  class: string
  storey: string
  kind: 'added' | 'removed' | 'changed'
  count: number
}

/** Sums the rows by one of their columns, most changes first. */
function sumBy(rows: GroupRow[], column: 'class' | 'storey'): ChangeCount[] {
  const sums = new Map<string, ChangeCount>()
  for (const row of rows) {
    const value = row[column]
    const sum = sums.get(value) ?? { value, added: 0, removed: 0, changed: 0 }
    sum[row.kind] += row.count
    sums.set(value, sum)
  }
  const total = ({ added, removed, changed }: ChangeCount) => added + removed + changed
  return [...sums.values()].sort((a, b) => total(b) - total(a) || (a.value < b.value ? -1 : 1))
}

type CountInput = Input<typeof api.countChanges>

export const countChanges = {
  prepare: async (ctx: ProjectCtx, { params, query }: CountInput) => {
    const { from, to } = await findVersions(ctx, params.headerId, query)
    await ensureCompared(ctx, params.headerId, from, to)
  },
  handle: async (ctx: ProjectCtx, { params, query }: CountInput) => {
    const { from, to } = await findVersions(ctx, params.headerId, query)
    const stored = await readComparison(ctx, from, to)
    if (!stored) throw new Refusal('unavailable', { retryAfter: 2 })
    const changes: PickedChange[] = []
    for await (const picked of pickChanges(await unzip(stored.changes), {}, 0, BATCH)) changes.push(...picked)
    const { rows } = await sql<GroupRow>`
      select coalesce(n.class, o.class, '') as class, c.kind, count(*)::int as count,
        coalesce(case when n.element is null then om.storeys -> o.storey else nm.storeys -> n.storey end ->> 'name', '') as storey
      from unnest(${changes.map(({ kind }) => kind)}::text[], ${changes.map((change) => change.from)}::int[],
        ${changes.map((change) => change.to)}::int[]) as c (kind, o, n)
      left join elements o on o.model_id = ${from.model_id} and o.element = c.o
      left join elements n on n.model_id = ${to.model_id} and n.element = c.n
      join element_models om on om.id = ${from.model_id}
      join element_models nm on nm.id = ${to.model_id}
      group by 1, 2, 4`.execute(ctx.tx)
    return { storeys: sumBy(rows, 'storey'), classes: sumBy(rows, 'class') }
  },
}
