import type * as api from '@plumbline/contract/markers/markers'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { tellMarkers } from './markers.ts'

export async function revokeMarker(ctx: ProjectCtx, { params }: Input<typeof api.revokeMarker>) {
  const done = await ctx.tx
    .updateTable('markers')
    .set({ revoked_at: ctx.now().toISOString() })
    .where('id', '=', params.markerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('not_found')
  await tellMarkers(ctx)
}
