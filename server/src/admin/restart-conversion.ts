import type * as api from '@plumbline/contract/admin/work'
import { restartProcessing } from '../bim/restart-processing.ts'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordOperatorAct } from './operators.ts'

export async function restartConversion(ctx: UserCtx, { params }: Input<typeof api.restartConversion>) {
  const variant = await ctx.tx
    .selectFrom('bim_file_variants as v')
    .innerJoin('projects as p', 'p.id', 'v.project_id')
    .select(['v.id', 'v.header_id', 'v.project_id', 'v.blob_key'])
    .where('v.id', '=', params.variantId)
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!variant) throw new Refusal('not_found')
  await restartProcessing(ctx, variant, false)
  const data = { variant_id: variant.id }
  await recordOperatorAct(ctx, { kind: 'CONVERSION_RESTARTED', by: ctx.actor.user_id, data })
}
