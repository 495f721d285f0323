import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { computeTrashLimit, purgeFiles } from './purge.ts'

/** Back-dates the deletion beyond the retention period, so that the purge job removes the file at once. */
export async function purgeDeletedFile(
  ctx: ProjectCtx,
  { body }: Input<typeof api.purgeDeletedFile>,
): Promise<void> {
  const { header_id, variant_id } = body
  const limit = computeTrashLimit(ctx.now())
  const what = variant_id
    ? sql`bim_file_variants set deleted_at = ${limit} where id = ${variant_id} and header_id = ${header_id}`
    : sql`bim_file_headers set deleted_at = ${limit} where id = ${header_id}`
  const { numAffectedRows } = await sql`
    update ${what} and project_id = ${ctx.member.project_id} and deleted_at > ${limit}`.execute(ctx.tx)
  if (numAffectedRows === 0n) throw new Refusal('wrong_state', reason('file_not_in_trash'))
  // only people who see the trash are notified
  await ctx.tell('header.updated', {
    project_id: ctx.member.project_id,
    data: { header_id },
    audience: { level: 'EDITOR' },
  })
  const { name: file } = await ctx.tx
    .selectFrom('bim_file_headers')
    .select('name')
    .where('id', '=', header_id)
    .executeTakeFirstOrThrow()
  await recordAudit(ctx, { project_id: ctx.member.project_id }, { kind: 'FILE_PURGED', data: { file } })
  ctx.onCommit(() => void purgeFiles(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'purge')))
}
