import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { findVariant } from './reads.ts'
import { buildDeletionMark, refusePublished, stopProcessing } from './trash.ts'

/** Whether a version is ready while no other of its file is. */
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

/** The file's row, held: of two deletions at once the second sees what the first has left. */
const lockHeader = (ctx: ProjectCtx, id: string) =>
  ctx.tx.selectFrom('bim_file_headers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export async function deleteVariant(
  ctx: ProjectCtx,
  { params, query }: Input<typeof api.deleteVariant>,
): Promise<void> {
  await lockHeader(ctx, params.headerId)
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  refusePublished(ctx, [variant])
  if (query.last !== 'true' && (await isOnlyReadyVersion(ctx, variant)))
    throw new Refusal('wrong_state', {
      message: 'This is the only version that is ready: delete the file, or this version with last=true',
    })
  await publishVariantUpdate(ctx.tell, variant)
  // nothing of it is stored yet; its upload finds nothing to go on with
  if (variant.state === 'UPLOADING') {
    const { numDeletedRows } = await ctx.tx
      .deleteFrom('bim_file_variants')
      .where('id', '=', variant.id)
      .where('state', '=', 'UPLOADING')
      .executeTakeFirst()
    if (numDeletedRows > 0n) return
  }
  await ctx.tx
    .updateTable('bim_file_variants')
    .set(buildDeletionMark(ctx))
    .where('id', '=', variant.id)
    .execute()
  await stopProcessing(ctx, 'id', variant.id)
}
