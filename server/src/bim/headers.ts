import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { checkOwnTerms } from '../projects/vocabulary.ts'
import { listHeaderDetails } from './reads.ts'

/** @throws Refusal if the level or section belongs to another project */
export async function checkHeaderPlace(
  ctx: ProjectCtx,
  place: { level_id?: string | null; section_id?: string | null; trade?: string | undefined },
) {
  await checkOwnTerms(ctx, { trade: place.trade })
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
    if (!found) throw new Refusal('bad_request', { fields: { [field]: reason('not_in_project') } })
  }
}

export const publishHeaderUpdate = (ctx: ProjectCtx, header_id: string) =>
  ctx.tell('header.updated', {
    project_id: ctx.member.project_id,
    data: { header_id },
    audience: { level: 'VIEWER' },
  })

export async function getHeader(ctx: ProjectCtx, id: string) {
  const [header] = await listHeaderDetails(ctx, id)
  if (!header) throw new Refusal('not_found')
  return header
}
