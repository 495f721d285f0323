import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { findVariant, getVariant } from './reads.ts'
import { restartProcessing } from './restart-processing.ts'

/** Queues a version again; `force` also converts a COMPLETED one again. */
export async function restartVariant(ctx: ProjectCtx, { params, body }: Input<typeof api.restartVariant>) {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  await restartProcessing(ctx, variant, body?.force ?? false)
  return getVariant(ctx.tx, variant.id)
}
