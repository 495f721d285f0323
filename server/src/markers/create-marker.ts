import type * as api from '@plumbline/contract/markers/markers'
import { checkHeaderPlace } from '../bim/headers.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import {
  checkMarkerAnchor,
  checkMarkerCount,
  createMarkerId,
  DEFAULT_NORMAL,
  presentMarker,
  tellMarkers,
} from './markers.ts'

export async function createMarker(ctx: ProjectCtx, { body }: Input<typeof api.createMarker>) {
  const { project_id } = ctx.member
  await checkHeaderPlace(ctx, body)
  await checkMarkerAnchor(ctx, body.anchor)
  await checkMarkerCount(ctx)
  const { position, normal, anchor, ...fields } = body
  const row = await ctx.tx
    .insertInto('markers')
    .values({
      ...fields,
      id: createMarkerId(),
      project_id,
      position: toJsonb(position),
      normal: toJsonb(normal ?? DEFAULT_NORMAL),
      anchor: anchor ? toJsonb(anchor) : null,
      created_by: ctx.actor.user_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellMarkers(ctx)
  return presentMarker(row)
}
