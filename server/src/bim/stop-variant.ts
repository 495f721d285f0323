import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { findVariant, getVariant } from './reads.ts'

export async function stopVariant(ctx: ProjectCtx, { params }: Input<typeof api.stopVariant>) {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_variants')
    .set({ state: 'STOPPED', stage: null })
    .where('id', '=', variant.id)
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('wrong_state', reason('version_not_running'))
  await publishVariantUpdate(ctx.tell, variant)
  ctx.onCommit(() => void ctx.bus.publish('stop-variant', variant.id))
  return getVariant(ctx.tx, variant.id)
}
