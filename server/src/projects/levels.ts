import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { sqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

export const columns = ['id', 'name', 'elevation_m', 'order', 'ifc_guid'] as const
export const MOST = 1000

/** What models and issues must know before a level or section goes that they may be on. */
export interface PlaceRemoved {
  column: 'level_id' | 'section_id'
  id: string
  by: string
}

/** A unique name that is taken, as a refusal of the field. */
export function nameTaken(error: unknown): unknown {
  if (sqlState(error) !== '23505') return error
  const message = 'There is one with this name already'
  return new Refusal('already_exists', { message, fields: { name: message } })
}

/** The project's row, held: one write at a time says how many there are and in which order. */
export async function lockProject(ctx: Pick<ProjectCtx, 'tx'>, projectId: string): Promise<void> {
  await ctx.tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function refuseMoreThanMost(ctx: ProjectCtx, table: 'levels' | 'sections'): Promise<void> {
  const { count } = await ctx.tx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  if (count >= MOST)
    throw new Refusal('bad_request', {
      message: fill(`A project has at most {count} ${table}`, { count: MOST }),
    })
}

export const tellLevels = (ctx: ProjectCtx, removed?: PlaceRemoved) =>
  ctx.tell('level.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
    ...(removed ? { facts: { removed_place: removed } } : {}),
  })
