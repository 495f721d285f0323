import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockProject } from '../projects/levels.ts'
import { checkOwnTerms } from '../projects/vocabulary.ts'
import { listHeaderDetails, MAX_FILES } from './reads.ts'

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

/**
 * Called after a file was added, under a lock of the project's row: concurrent writes count each other's files.
 * @throws Refusal if the project has more files than are listed
 */
export async function checkFileCount({ tx, member: { project_id } }: ProjectCtx): Promise<void> {
  await lockProject({ tx }, project_id)
  const { count } = await tx
    .selectFrom('bim_file_headers')
    .where('project_id', '=', project_id)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > MAX_FILES) throw new Refusal('conflict', reason('too_many_files', { count: MAX_FILES }))
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
