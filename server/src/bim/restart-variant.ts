import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { findVariant, getVariant } from './reads.ts'

/** Queues a version again; `force` also converts a COMPLETED one again. */
export async function restartVariant(ctx: ProjectCtx, { params, body }: Input<typeof api.restartVariant>) {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const from = body?.force ? (['FAILED', 'STOPPED', 'COMPLETED'] as const) : (['FAILED', 'STOPPED'] as const)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_variants')
    .set({
      state: 'QUEUED',
      error: null,
      progress: 0,
      crashes: 0,
      forced: body?.force ?? false,
      queued_at: ctx.now().toISOString(),
    })
    .where('id', '=', variant.id)
    .where('state', 'in', from)
    .where('blob_key', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Refusal(
      'wrong_state',
      variant.blob_key === null ? reason('upload_incomplete') : reason('version_not_stopped'),
    )
  await ctx.jobs.add(ctx.tx, 'convert', {})
  await publishVariantUpdate(ctx.tell, variant)
  return getVariant(ctx.tx, variant.id)
}
