import type * as api from '@plumbline/contract/markers/markers'
import { sql } from 'kysely'
import { checkHeaderPlace } from '../bim/headers.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { checkMarkerAnchor, type MarkerPlace, presentMarker, tellMarkers } from './markers.ts'

/**
 * The scope that an automatic marker keeps. One that leaves its level or section becomes a marker made by hand, so that
 * its place gets another automatic one.
 */
function buildKeptScope({ level_id, section_id }: Partial<MarkerPlace>) {
  const level = level_id === undefined ? sql.ref('level_id') : sql`${level_id}::uuid`
  const section = section_id === undefined ? sql.ref('section_id') : sql`${section_id}::uuid`
  return sql<string | null>`case
    when level_id is not distinct from ${level} and section_id is not distinct from ${section} then scope
    when split_part(scope, ':', 1) in ('', ${level}::text) and split_part(scope, ':', 2) in ('', ${section}::text) then scope
    end`
}

export async function updateMarker(ctx: ProjectCtx, { params, body }: Input<typeof api.updateMarker>) {
  await checkHeaderPlace(ctx, body)
  await checkMarkerAnchor(ctx, body.anchor)
  const { position, normal, anchor, ...fields } = body
  const row = await ctx.tx
    .updateTable('markers')
    .set({
      ...fields,
      scope: buildKeptScope(fields),
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
