import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/projects/projects'
import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { sqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

const columns = ['id', 'name', 'elevation_m', 'order', 'ifc_guid'] as const
const MOST = 1000

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

export function projectLevels(ctx: ProjectCtx) {
  return ctx.tx
    .selectFrom('levels')
    .select(columns)
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('elevation_m')
    .orderBy('order')
    .limit(MOST)
    .execute()
}

const tellLevels = (ctx: ProjectCtx, removed?: PlaceRemoved) =>
  ctx.tell('level.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
    ...(removed ? { facts: { removed_place: removed } } : {}),
  })

export async function makeLevel(ctx: ProjectCtx, { body }: Input<typeof api.createLevel>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  await refuseMoreThanMost(ctx, 'levels')
  const order = sql<number>`(select coalesce(max("order") + 1, 0) from levels where project_id = ${project_id})`
  const level = await ctx.tx
    .insertInto('levels')
    .values({ ...body, id: randomUUIDv7(), project_id, order })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(nameTaken(error)))
  await tellLevels(ctx)
  return level
}

export async function changeLevel(ctx: ProjectCtx, { params, body }: Input<typeof api.updateLevel>) {
  const level = await ctx.tx
    .updateTable('levels')
    .set(body)
    .where('id', '=', params.levelId)
    .where('project_id', '=', ctx.member.project_id)
    .returning(columns)
    .executeTakeFirst()
    .catch((error: unknown) => Promise.reject(nameTaken(error)))
  if (!level) throw new Refusal('not_found')
  await tellLevels(ctx)
  return level
}

export async function removeLevel(ctx: ProjectCtx, { params }: Input<typeof api.deleteLevel>): Promise<void> {
  const level = await ctx.tx
    .selectFrom('levels')
    .select('id')
    .where('id', '=', params.levelId)
    .where('project_id', '=', ctx.member.project_id)
    .forUpdate()
    .executeTakeFirst()
  if (!level) throw new Refusal('not_found')
  await tellLevels(ctx, { column: 'level_id', id: level.id, by: ctx.member.user_id })
  await ctx.tx.deleteFrom('levels').where('id', '=', level.id).execute()
}
