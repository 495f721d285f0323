import type * as api from '@plumbline/contract/bcf/bcf'
import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import { writeRanges } from '@plumbline/contract/issues/number-ranges'
import type { Input, ProjectCtx } from '../../context.ts'
import { buildImportReply, findImport } from './imports.ts'

/** of a filter's text */
const MAX_FILTER_LENGTH = 12_000

export async function getBcfImport(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getBcfImport>,
): Promise<BcfImport> {
  const row = await findImport(ctx, params.importId)
  return buildImportReply(row, row.state === 'DONE' ? await listNumberRanges(ctx, row.id) : null)
}

/** Those of the file that are here now. */
async function listNumberRanges({ tx }: ProjectCtx, importId: string): Promise<string | null> {
  const rows = await tx
    .selectFrom('bcf_import_topics')
    .select('number')
    .where('import_id', '=', importId)
    .where('outcome', '<>', 'DELETED')
    .where('number', 'is not', null)
    .execute()
  const text = writeRanges(rows.flatMap(({ number }) => number ?? []))
  return text.length > 0 && text.length <= MAX_FILTER_LENGTH ? text : null
}
