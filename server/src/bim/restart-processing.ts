import { reason } from '@plumbline/contract/reasons'
import type { PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getTraceparent } from '../tracing/tracing.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'

interface RestartedVariant {
  id: string
  header_id: string
  project_id: string
  blob_key: string | null
}

/** Queues a failed or stopped version again, with `isForced` also a completed one. */
export async function restartProcessing(
  ctx: Pick<PublicCtx, 'tx' | 'now' | 'jobs' | 'tell'>,
  variant: RestartedVariant,
  isForced: boolean,
): Promise<void> {
  const from = isForced ? (['FAILED', 'STOPPED', 'COMPLETED'] as const) : (['FAILED', 'STOPPED'] as const)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_variants')
    .set({
      state: 'QUEUED',
      error: null,
      progress: 0,
      crashes: 0,
      forced: isForced,
      queued_at: ctx.now().toISOString(),
      traceparent: getTraceparent(),
    })
    .where('id', '=', variant.id)
    .where('state', 'in', from)
    // it may have been deleted since it was read
    .where('deleted_at', 'is', null)
    .where('blob_key', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const kept = ctx.tx.selectFrom('bim_file_variants').select('id').where('deleted_at', 'is', null)
    if (!(await kept.where('id', '=', variant.id).executeTakeFirst())) throw new Refusal('not_found')
    throw new Refusal(
      'wrong_state',
      variant.blob_key === null ? reason('upload_incomplete') : reason('version_not_stopped'),
    )
  }
  await ctx.jobs.add(ctx.tx, 'convert', {})
  await publishVariantUpdate(ctx.tell, variant)
}
