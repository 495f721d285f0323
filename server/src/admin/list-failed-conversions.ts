import type * as api from '@plumbline/contract/admin/work'
import type { FailedConversion } from '@plumbline/contract/admin/work'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'

const PAGE_SIZE = 50

export async function listFailedConversions(
  { tx }: UserCtx,
  { query }: Input<typeof api.listFailedConversions>,
) {
  const [at = '', id = ''] = query.after?.split(',') ?? []
  const rows = await tx
    .selectFrom('bim_file_variants as v')
    .innerJoin('projects as p', 'p.id', 'v.project_id')
    .innerJoin('teams as t', 't.id', 'p.team_id')
    .select(['v.id', 'v.file_name', 'v.version', 'v.size_bytes', 'v.project_id', 'v.attempt as attempts'])
    .select(['p.name as project_name', 't.name as company'])
    .select([
      sql<string>`coalesce(v.error->>'code', 'unknown')`.as('code'),
      sql<string>`coalesce(v.error->>'message', '')`.as('message'),
      sql<string>`coalesce(v.error->>'hint', '')`.as('hint'),
      sql<string>`v.processed_at`.as('failed_at'),
    ])
    .where('v.state', '=', 'FAILED')
    .where('v.processed_at', 'is not', null)
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .$if(query.after !== undefined, (found) =>
      found.where(sql<boolean>`(v.processed_at, v.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('v.processed_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const items: FailedConversion[] = rows.slice(0, PAGE_SIZE)
  const last = items.at(-1)
  return { items, after: rows.length > PAGE_SIZE && last ? `${last.failed_at},${last.id}` : null }
}
