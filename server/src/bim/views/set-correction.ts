import type * as api from '@plumbline/contract/bim/views'
import type { Input, ProjectCtx } from '../../context.ts'
import { findHeader } from '../reads.ts'

export async function setCorrection(ctx: ProjectCtx, { params, body }: Input<typeof api.setCorrection>) {
  const { id: header_id } = await findHeader(ctx, params.headerId)
  const row = { ...body, updated_by: ctx.member.user_id, updated_at: ctx.now().toISOString() }
  await ctx.tx
    .insertInto('bim_corrections')
    .values({ ...row, header_id })
    .onConflict((conflict) => conflict.column('header_id').doUpdateSet(row))
    .execute()
  await ctx.tell('header.updated', {
    project_id: ctx.member.project_id,
    data: { header_id },
    audience: { level: 'VIEWER' },
  })
  return { ...body, header_id }
}
