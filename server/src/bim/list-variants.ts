import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { findHeader, selectVariants } from './reads.ts'

export async function listVariants(ctx: ProjectCtx, { params }: Input<typeof api.listVariants>) {
  await findHeader(ctx, params.headerId)
  return selectVariants(ctx.tx)
    .where('v.header_id', '=', params.headerId)
    .orderBy('v.version', 'desc')
    .limit(1000)
    .execute()
}
