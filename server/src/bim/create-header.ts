import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { checkFileCount, checkHeaderPlace, getHeader, publishHeaderUpdate } from './headers.ts'

export async function createHeader(ctx: ProjectCtx, { body }: Input<typeof api.createHeader>) {
  await checkHeaderPlace(ctx, body)
  const id = randomUUIDv7()
  const { project_id, user_id } = ctx.member
  await ctx.tx
    .insertInto('bim_file_headers')
    .values({
      ...body,
      type_of: body.type_of ?? 'MODEL',
      trade: body.trade ?? 'GENERAL',
      id,
      project_id,
      created_by: user_id,
    })
    .execute()
  await checkFileCount(ctx)
  await publishHeaderUpdate(ctx, id)
  return getHeader(ctx, id)
}
