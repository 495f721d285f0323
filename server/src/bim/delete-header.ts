import type * as api from '@plumbline/contract/bim/bim'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishHeaderUpdate } from './headers.ts'
import { findHeader } from './reads.ts'
import { buildDeletionMark, refusePublished, stopProcessing } from './trash.ts'

export async function deleteHeader(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteHeader>,
): Promise<void> {
  const header = await findHeader(ctx, params.headerId)
  // the update locks the file: no version can be added in the meantime
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_headers')
    .set(buildDeletionMark(ctx))
    .where('id', '=', header.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  await publishHeaderUpdate(ctx, header.id)
  const stored = await ctx.tx
    .selectFrom('bim_file_variants')
    .select(['cde_state', 'deleted_at'])
    .where('header_id', '=', header.id)
    .where('state', '<>', 'UPLOADING')
    // nobody can publish one in the meantime
    .forNoKeyUpdate()
    .execute()
  refusePublished(
    ctx,
    stored.filter(({ deleted_at }) => deleted_at === null),
  )
  await recordAudit(
    ctx,
    { project_id: ctx.member.project_id },
    { kind: 'FILE_DELETED', data: { file: header.name } },
  )
  if (stored.length > 0) await stopProcessing(ctx, 'header_id', header.id)
  else await ctx.tx.deleteFrom('bim_file_headers').where('id', '=', header.id).execute()
}
