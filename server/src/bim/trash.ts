import type { Variant } from '@plumbline/contract/bim/bim'
import { mayChangeVersion } from '@plumbline/contract/bim/bim.rules'
import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
/** Deleted files and versions are hidden at once and can be restored by editors for 30 days. */

export const buildDeletionMark = (ctx: ProjectCtx) => ({
  deleted_at: ctx.now().toISOString(),
  deleted_by_name: `${ctx.actor.first_name} ${ctx.actor.last_name}`.trim(),
})
export const noDeletionMark = { deleted_at: null, deleted_by_name: null }

export function refusePublished(ctx: ProjectCtx, versions: { cde_state: Variant['cde_state'] }[]) {
  if (versions.every(({ cde_state }) => mayChangeVersion(ctx.member.permission_level, cde_state))) return
  throw new Refusal('forbidden', reason('admins_delete_published'))
}

/** Stops conversions of deleted files or versions. */
export async function stopProcessing(ctx: ProjectCtx, column: 'id' | 'header_id', id: string) {
  const stopped = await ctx.tx
    .updateTable('bim_file_variants')
    .set({ state: 'STOPPED', stage: null })
    .where(column, '=', id)
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .returning('id')
    .execute()
  ctx.onCommit(() => {
    for (const variant of stopped) void ctx.bus.publish('stop-variant', variant.id)
  })
}
