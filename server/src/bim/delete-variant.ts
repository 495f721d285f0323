import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { lockVariant } from './reads.ts'
import { buildDeletionMark, refusePublished, stopProcessing } from './trash.ts'

/** Whether this is the only COMPLETED version of its file. */
async function isOnlyReadyVersion(ctx: ProjectCtx, { id, header_id }: { id: string; header_id: string }) {
  const ready = await ctx.tx
    .selectFrom('bim_file_variants')
    .select('id')
    .where('header_id', '=', header_id)
    .where('state', '=', 'COMPLETED')
    .where('deleted_at', 'is', null)
    .execute()
  return ready.length === 1 && ready[0]?.id === id
}

/** Locks the file's row, so that concurrent deletions run in turn. */
const lockHeader = (ctx: ProjectCtx, id: string) =>
  ctx.tx.selectFrom('bim_file_headers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export async function deleteVariant(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.deleteVariant>,
): Promise<void> {
  await lockHeader(ctx, params.headerId)
  const variant = await lockVariant(ctx, params.variantId, params.headerId)
  refusePublished(ctx, [variant])
  if (query.last !== 'true' && (await isOnlyReadyVersion(ctx, variant)))
    throw new Refusal('wrong_state', reason('only_ready_version'))
  // nothing is stored yet, and a running upload ends with 404
  if (variant.state === 'UPLOADING') {
    const { numDeletedRows } = await ctx.tx
      .deleteFrom('bim_file_variants')
      .where('id', '=', variant.id)
      .where('state', '=', 'UPLOADING')
      .executeTakeFirst()
    if (numDeletedRows > 0n) return publishVariantUpdate(ctx.tell, variant)
  }
  await ctx.tx
    .updateTable('bim_file_variants')
    .set(buildDeletionMark(ctx))
    .where('id', '=', variant.id)
    .execute()
  await stopProcessing(ctx, 'id', variant.id)
  // after the deletion: another version may be current now, which the file's issues follow
  await publishVariantUpdate(ctx.tell, variant)
  const { file_name: file, version } = variant
  await recordAudit(
    ctx,
    { project_id: ctx.member.project_id },
    { kind: 'FILE_DELETED', data: { file, version } },
  )
}
