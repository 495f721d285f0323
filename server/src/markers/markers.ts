import { randomBytes } from 'node:crypto'
import type { Marker } from '@plumbline/contract/markers/markers'
import type { ProjectCtx } from '../context.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/** Markers of a project: those made by themselves for it, its levels and sections, and those put somewhere by hand. */

export const newId = () => randomBytes(16).toString('base64url')
export const SOUTH = { x: 0, y: -1, z: 0 }
export const MOST = 2000

export function liveMarkers(tx: Tx, projectId: string) {
  return tx
    .selectFrom('markers')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof liveMarkers>['executeTakeFirstOrThrow']>>

export const shown = ({ scope, ...row }: Row): Marker & { project_id: string } => ({
  ...row,
  automatic: scope !== null,
})

export const tellMarkers = (ctx: ProjectCtx) =>
  ctx.tell('marker.updated', { project_id: ctx.member.project_id, data: {}, audience: { level: 'VIEWER' } })

export interface Place {
  level_id: string | null
  section_id: string | null
}

/** A place without both is the whole project. */
const scopeOf = ({ level_id, section_id }: Place) => [level_id, section_id].map((id) => id ?? '').join(':')

/** Gives each place its marker; of several at once, and where there is one, nothing happens. */
export async function ensureMarkers(ctx: ProjectCtx, places: (Place & { elevation_m: number })[]) {
  const { project_id } = ctx.member
  if (places.length === 0) return
  await ctx.tx
    .insertInto('markers')
    .values(
      places.map(({ elevation_m, ...place }) => ({
        id: newId(),
        project_id,
        ...place,
        scope: scopeOf(place),
        position: toJsonb({ x: 0, y: 0, z: elevation_m }),
        normal: toJsonb(SOUTH),
        created_by: ctx.actor.user_id,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'scope'])
        .where('revoked_at', 'is', null)
        .where('scope', 'is not', null)
        .doNothing(),
    )
    .execute()
}

export async function checkPlace(ctx: ProjectCtx, { level_id, section_id }: Partial<Place>) {
  for (const [table, id, field] of [
    ['levels', level_id, 'level_id'],
    ['sections', section_id, 'section_id'],
  ] as const) {
    if (!id) continue
    const found = await ctx.tx
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('project_id', '=', ctx.member.project_id)
      .executeTakeFirst()
    if (!found) throw new Refusal('bad_request', { fields: { [field]: 'Not a part of this project' } })
  }
}
