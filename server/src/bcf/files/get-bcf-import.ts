import type * as api from '@plumbline/contract/bcf/bcf'
import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import { formatNumberRanges } from '@plumbline/contract/issues/number-ranges'
import type { Input, ProjectCtx } from '../../context.ts'
import { buildImportReply, findImport } from './imports.ts'

/** characters of a filter in a URL */
const MAX_FILTER_LENGTH = 12_000

export async function getBcfImport(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getBcfImport>,
): Promise<BcfImport> {
  const row = await findImport(ctx, params.importId)
  return buildImportReply(row, row.state === 'DONE' ? await listNumberRanges(ctx, row.id) : null)
}

/** Numbers of the imported issues as ranges ("1-3,7"), for a filter; null if there are none or too many. */
async function listNumberRanges({ tx }: ProjectCtx, importId: string): Promise<string | null> {
  const rows = await tx
    .selectFrom('bcf_import_topics')
    .select('number')
    .where('import_id', '=', importId)
    .where('outcome', '<>', 'DELETED')
    .where('number', 'is not', null)
    .execute()
  const text = formatNumberRanges(rows.flatMap(({ number }) => number ?? []))
  return text.length > 0 && text.length <= MAX_FILTER_LENGTH ? text : null
}
