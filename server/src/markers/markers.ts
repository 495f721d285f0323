import { randomBytes } from 'node:crypto'
import type { Marker } from '@plumbline/contract/markers/markers'
import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

export const createMarkerId = () => randomBytes(16).toString('base64url')
export const DEFAULT_NORMAL = { x: 0, y: -1, z: 0 }
/** limit on a project's manual markers */
const MAX_OWN_MARKERS = 2000
/** limit for lists and prints: manual markers, and automatic ones of the project, its levels and sections */
export const MAX_MARKERS = 5000

export function selectActiveMarkers(tx: Tx, projectId: string) {
  return tx
    .selectFrom('markers')
    .selectAll('markers')
    .where('markers.project_id', '=', projectId)
    .where('markers.revoked_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectActiveMarkers>['executeTakeFirstOrThrow']>>

export const presentMarker = <R extends Row>({ scope, ...row }: R) => ({
  ...row,
  automatic: scope !== null,
})

/** The name of a marker without a label: that of its section, level or project. */
export const getMarkerLabel = (row: {
  label: string
  level_name: string | null
  section_name: string | null
  project_name: string
}) => row.label || row.section_name || row.level_name || row.project_name

/** Whether a file is in the project and not in the trash. */
export async function hasHeader(tx: Tx, projectId: string, headerId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('bim_file_headers')
    .select('id')
    .where('id', '=', headerId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** @throws Refusal if the project has as many markers made by hand as are listed */
export async function checkMarkerCount({ tx, member: { project_id } }: ProjectCtx): Promise<void> {
  // locks the project row, so that concurrent creations cannot exceed the limit
  await tx.selectFrom('projects').select('id').where('id', '=', project_id).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('markers')
    .where('project_id', '=', project_id)
    .where('revoked_at', 'is', null)
    .where('scope', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_OWN_MARKERS)
    throw new Refusal('conflict', reason('too_many_markers', { count: MAX_OWN_MARKERS }))
}

/** @throws Refusal when the file of an anchor is not in the project */
export async function checkMarkerAnchor(ctx: ProjectCtx, anchor: Marker['anchor'] | undefined) {
  if (anchor && !(await hasHeader(ctx.tx, ctx.member.project_id, anchor.bim_file_header_id)))
    throw new Refusal('bad_request', {
      fields: { 'anchor.bim_file_header_id': reason('not_in_project') },
    })
}

export const tellMarkers = (ctx: ProjectCtx) =>
  ctx.tell('marker.updated', { project_id: ctx.member.project_id, data: {}, audience: { level: 'VIEWER' } })

/** The level and section of a marker; both null: the whole project. */
export interface MarkerPlace {
  level_id: string | null
  section_id: string | null
}

/** The unique key of a location's automatic marker within its project. */
export const buildScope = ({ level_id, section_id }: MarkerPlace) =>
  [level_id, section_id].map((id) => id ?? '').join(':')

/** Creates the missing automatic markers of these locations; concurrent calls create each once. */
export async function ensureMarkers(ctx: ProjectCtx, places: (MarkerPlace & { elevation_m: number })[]) {
  const { project_id } = ctx.member
  if (places.length === 0) return
  const created = await ctx.tx
    .insertInto('markers')
    .values(
      places.map(({ elevation_m, ...place }) => ({
        id: createMarkerId(),
        project_id,
        ...place,
        scope: buildScope(place),
        position: toJsonb({ x: 0, y: 0, z: elevation_m }),
        normal: toJsonb(DEFAULT_NORMAL),
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
    .returning('id')
    .execute()
  if (created.length > 0) await tellMarkers(ctx)
}
