import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import {
  checkPlaceCount,
  convertNameConflict,
  levelColumns,
  lockProject,
  publishLevelsUpdated,
} from './levels.ts'

export async function createLevel(ctx: ProjectCtx, { body }: Input<typeof api.createLevel>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  await checkPlaceCount(ctx, 'levels')
  const order = sql<number>`(select coalesce(max("order") + 1, 0) from levels where project_id = ${project_id})`
  const level = await ctx.tx
    .insertInto('levels')
    .values({ ...body, id: randomUUIDv7(), project_id, order })
    .returning(levelColumns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(convertNameConflict(error)))
  await publishLevelsUpdated(ctx)
  return level
}
