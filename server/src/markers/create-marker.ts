import type * as api from '@plumbline/contract/markers/markers'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { checkPlace, newId, SOUTH, shown, tellMarkers } from './markers.ts'

export async function createMarker(ctx: ProjectCtx, { body }: Input<typeof api.createMarker>) {
  const { project_id } = ctx.member
  await checkPlace(ctx, body)
  const { position, normal, ...fields } = body
  const row = await ctx.tx
    .insertInto('markers')
    .values({
      ...fields,
      id: newId(),
      project_id,
      position: toJsonb(position),
      normal: toJsonb(normal ?? SOUTH),
      created_by: ctx.actor.user_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellMarkers(ctx)
  return shown(row)
}
