import type { EventCauses } from '@plumbline/contract/event-causes'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { getSqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { PublishedEvent } from '../live/tell.ts'

export const levelColumns = ['id', 'name', 'elevation_m', 'order', 'ifc_guid'] as const
export const MAX_PLACES = 1000

/** The level or section removed by an event, with the column that refers to it; null for other events. */
export function getRemovedPlace(event: PublishedEvent) {
  if (event.type === 'level.updated' && event.cause.kind === 'REMOVED')
    return { column: 'level_id', id: event.cause.level_id, by: event.cause.by } as const
  if (event.type === 'section.updated' && event.cause.kind === 'REMOVED')
    return { column: 'section_id', id: event.cause.section_id, by: event.cause.by } as const
  return null
}

/** Converts a unique violation to a refusal of the name field; returns other errors unchanged. */
export function convertNameConflict(error: unknown): unknown {
  if (getSqlState(error) !== '23505') return error
  const why = reason('name_taken')
  return new Refusal('already_exists', { reason: why, fields: { name: why } })
}

/** Locks the project's row, so that levels and sections are counted and ordered by one write at a time. */
export async function lockProject(ctx: Pick<ProjectCtx, 'tx'>, projectId: string): Promise<void> {
  await ctx.tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function checkPlaceCount(ctx: ProjectCtx, table: 'levels' | 'sections'): Promise<void> {
  const { count } = await ctx.tx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PLACES)
    throw new Refusal('bad_request', reason(`too_many_${table}`, { count: MAX_PLACES }))
}

export const publishLevelsUpdated = (
  ctx: ProjectCtx,
  cause: EventCauses['level.updated'] = { kind: 'CHANGED' },
) =>
  ctx.tell('level.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
    cause,
  })
