import type * as api from '@plumbline/contract/bcf/bcf'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { publishImportUpdate } from './import-attempt.ts'
import { findImport } from './imports.ts'

export async function cancelBcfImport(
  ctx: ProjectCtx,
  { params }: Input<typeof api.cancelBcfImport>,
): Promise<void> {
  const row = await findImport(ctx, params.importId, true)
  if (row.state === 'DONE' || row.state === 'FAILED' || row.state === 'CANCELLED')
    throw new Refusal('wrong_state')
  await ctx.tx
    .updateTable('bcf_imports')
    .set({ state: 'CANCELLED', changed_at: ctx.now().toISOString() })
    .where('id', '=', row.id)
    .execute()
  await ctx.jobs.add(ctx.tx, 'bcf', {})
  await publishImportUpdate(ctx.tell, row)
}
