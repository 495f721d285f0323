import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { trashLimit } from './purge.ts'
import { findHeader, findVariant, readVariant } from './reads.ts'
import { tellVariant } from './tell-variant.ts'
import { unmark } from './trash.ts'

export async function restoreVariant(ctx: ProjectCtx, { params }: Input<typeof api.restoreVariant>) {
  await findHeader(ctx, params.headerId)
  const variant = await ctx.tx
    .updateTable('bim_file_variants')
    .set(unmark)
    .where('id', '=', params.variantId)
    .where('header_id', '=', params.headerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', '>', trashLimit(ctx.now()))
    .returning(['id', 'header_id', 'project_id'])
    .executeTakeFirst()
  if (!variant) {
    await findVariant(ctx, params.variantId, params.headerId)
    throw new Refusal('wrong_state', { message: 'This version is not in the trash' })
  }
  await tellVariant(ctx.tell, variant)
  return readVariant(ctx.tx, variant.id)
}
