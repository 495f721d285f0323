import type * as api from '@plumbline/contract/markers/markers'
import { sql } from 'kysely'
import { checkHeaderPlace } from '../bim/headers.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { checkMarkerAnchor, presentMarker, tellMarkers } from './markers.ts'

export async function updateMarker(ctx: ProjectCtx, { params, body }: Input<typeof api.updateMarker>) {
  await checkHeaderPlace(ctx, body)
  await checkMarkerAnchor(ctx, body.anchor)
  const { position, normal, anchor, ...fields } = body
  const row = await ctx.tx
    .updateTable('markers')
    .set({
      ...fields,
      ...(position ? { position: toJsonb(position) } : {}),
      ...(normal ? { normal: toJsonb(normal) } : {}),
      // At other coordinates the sheet no longer hangs on that element.
      ...(position ? { anchor: sql`case when position = ${toJsonb(position)} then anchor end` } : {}),
      ...(anchor === undefined ? {} : { anchor: anchor && toJsonb(anchor) }),
    })
    .where('id', '=', params.markerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await tellMarkers(ctx)
  return presentMarker(row)
}
