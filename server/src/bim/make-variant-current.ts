import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { findVariant, getVariant } from './reads.ts'

/** Gives a COMPLETED version the highest rank; versions uploaded later rank above it. */
export async function makeVariantCurrent(ctx: ProjectCtx, { params }: Input<typeof api.makeVariantCurrent>) {
  const variant = await findVariant(ctx, params.variantId, params.headerId)
  const { last_rank } = await ctx.tx
    .updateTable('bim_file_headers')
    .set({ last_rank: sql`last_rank + 1` })
    .where('id', '=', variant.header_id)
    .returning('last_rank')
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_variants')
    .set({ rank: last_rank })
    .where('id', '=', variant.id)
    .where('state', '=', 'COMPLETED')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('wrong_state', reason('version_not_ready'))
  await publishVariantUpdate(ctx.tell, variant)
  return getVariant(ctx.tx, variant.id)
}
