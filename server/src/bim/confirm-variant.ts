import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { findVariant } from './reads.ts'

/** Confirms that a version is the right file although little was found again; issues follow it from now on. */
export async function confirmVariant(
  ctx: ProjectCtx,
  { params }: Input<typeof api.confirmVariant>,
): Promise<void> {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_revisions')
    .set({ state: 'CONFIRMED' })
    .where('to_variant_id', '=', variant.id)
    .where('state', '=', 'DOUBTFUL')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('wrong_state')
  await publishVariantUpdate(ctx.tell, variant)
}
