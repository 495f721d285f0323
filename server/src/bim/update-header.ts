import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { checkHeaderPlace, getHeader, publishHeaderUpdate } from './headers.ts'
import { findHeader } from './reads.ts'

export async function updateHeader(ctx: ProjectCtx, { params, body }: Input<typeof api.updateHeader>) {
  const header = await findHeader(ctx, params.headerId)
  await checkHeaderPlace(ctx, body)
  const retyped = body.type_of !== undefined && body.type_of !== header.type_of
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_headers')
    .set(body)
    .where('id', '=', header.id)
    .$if(retyped, (query) => query.where('last_version', '=', 0))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Refusal('wrong_state', {
      reason: reason('file_type_fixed'),
      fields: { type_of: reason('file_has_versions') },
    })
  await publishHeaderUpdate(ctx, header.id)
  return getHeader(ctx, header.id)
}
