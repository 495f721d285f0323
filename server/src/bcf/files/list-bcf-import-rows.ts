import type * as api from '@plumbline/contract/bcf/bcf'
import type { Input, ProjectCtx } from '../../context.ts'
import { findImport } from './imports.ts'

const PAGE = 100

export async function listBcfImportRows(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.listBcfImportRows>,
) {
  const { id } = await findImport(ctx, params.importId)
  const { outcome, after = 0 } = query
  const rows = await ctx.tx
    .selectFrom('bcf_import_topics')
    .select([
      'place',
      'guid',
      'title',
      'number',
      'outcome',
      'differences',
      'comments',
      'viewpoints',
      'documents',
    ])
    .where('import_id', '=', id)
    .where('place', '>', after)
    .$if(outcome !== undefined, (topics) => topics.where('outcome', '=', outcome ?? 'NEW'))
    .orderBy('place')
    .limit(PAGE + 1)
    .execute()
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.place ?? null) : null }
}
