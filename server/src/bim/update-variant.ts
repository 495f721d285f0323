import type * as api from '@plumbline/contract/bim/bim'
import { mayChangeVersion } from '@plumbline/contract/bim/bim.rules'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { getVariant, lockVariant } from './reads.ts'

/** Updates the CDE state and suitability of a version; its bytes and artefacts are immutable. */
export async function updateVariant(ctx: ProjectCtx, { params, body }: Input<typeof api.updateVariant>) {
  const variant = await lockVariant(ctx, params.variantId, params.headerId)
  const states = [variant.cde_state, body.cde_state ?? variant.cde_state]
  if (!states.every((state) => mayChangeVersion(ctx.member.permission_level, state)))
    throw new Refusal('forbidden', reason('admins_publish'))
  await ctx.tx.updateTable('bim_file_variants').set(body).where('id', '=', variant.id).execute()
  await publishVariantUpdate(ctx.tell, variant)
  return getVariant(ctx.tx, variant.id)
}
