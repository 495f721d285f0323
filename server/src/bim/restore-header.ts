import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { checkFileCount, getHeader, publishHeaderUpdate } from './headers.ts'
import { computeTrashLimit } from './purge.ts'
import { findHeader } from './reads.ts'
import { noDeletionMark } from './trash.ts'

export async function restoreHeader(ctx: ProjectCtx, { params }: Input<typeof api.restoreHeader>) {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_headers')
    .set(noDeletionMark)
    .where('id', '=', params.headerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', '>', computeTrashLimit(ctx.now()))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    await findHeader(ctx, params.headerId)
    throw new Refusal('wrong_state', reason('file_not_in_trash'))
  }
  await checkFileCount(ctx)
  await publishHeaderUpdate(ctx, params.headerId)
  const header = await getHeader(ctx, params.headerId)
  await recordAudit(
    ctx,
    { project_id: ctx.member.project_id },
    { kind: 'FILE_RESTORED', data: { file: header.name } },
  )
  return header
}
