import type * as api from '@plumbline/contract/bim/bim'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { computeTrashLimit } from './purge.ts'
import { findHeader, findVariant, getVariant } from './reads.ts'
import { noDeletionMark } from './trash.ts'

export async function restoreVariant(ctx: ProjectCtx, { params }: Input<typeof api.restoreVariant>) {
  await findHeader(ctx, params.headerId)
  const variant = await ctx.tx
    .updateTable('bim_file_variants')
    .set(noDeletionMark)
    .where('id', '=', params.variantId)
    .where('header_id', '=', params.headerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', '>', computeTrashLimit(ctx.now()))
    .returning(['id', 'header_id', 'project_id'])
    .executeTakeFirst()
  if (!variant) {
    await findVariant(ctx, params.variantId, params.headerId)
    throw new Refusal('wrong_state', reason('version_not_in_trash'))
  }
  await publishVariantUpdate(ctx.tell, variant)
  const restored = await getVariant(ctx.tx, variant.id)
  const { file_name: file, version } = restored
  await recordAudit(
    ctx,
    { project_id: ctx.member.project_id },
    { kind: 'FILE_RESTORED', data: { file, version } },
  )
  return restored
}
