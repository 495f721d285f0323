import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findHeader, readHeaders } from './reads.ts'

/** A level or section of another project is as good as none. */
async function checkPlace(ctx: ProjectCtx, place: { level_id?: string | null; section_id?: string | null }) {
  for (const [table, id] of [
    ['levels', place.level_id],
    ['sections', place.section_id],
  ] as const) {
    if (!id) continue
    const found = await ctx.tx
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('project_id', '=', ctx.member.project_id)
      .executeTakeFirst()
    const field = table === 'levels' ? 'level_id' : 'section_id'
    if (!found) throw new Refusal('bad_request', { fields: { [field]: 'Not a part of this project' } })
  }
}

export const tellHeader = (ctx: ProjectCtx, header_id: string) =>
  ctx.tell('header.updated', {
    project_id: ctx.member.project_id,
    data: { header_id },
    audience: { level: 'VIEWER' },
  })

export async function oneHeader(ctx: ProjectCtx, id: string) {
  const [header] = await readHeaders(ctx, id)
  if (!header) throw new Refusal('not_found')
  return header
}

export async function makeHeader(ctx: ProjectCtx, { body }: Input<typeof api.createHeader>) {
  await checkPlace(ctx, body)
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
  await tellHeader(ctx, id)
  return oneHeader(ctx, id)
}

export async function changeHeader(ctx: ProjectCtx, { params, body }: Input<typeof api.updateHeader>) {
  const header = await findHeader(ctx, params.headerId)
  await checkPlace(ctx, body)
  const retyped = body.type_of !== undefined && body.type_of !== header.type_of
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bim_file_headers')
    .set(body)
    .where('id', '=', header.id)
    .$if(retyped, (query) => query.where('last_version', '=', 0))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Refusal('wrong_state', {
      message: 'The type of a file can only change before its first version',
      fields: { type_of: 'This file has versions' },
    })
  await tellHeader(ctx, header.id)
  return oneHeader(ctx, header.id)
}
