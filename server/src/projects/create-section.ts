import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { checkPlaceCount, convertNameConflict, lockProject } from './levels.ts'
import { listSections } from './list-sections.ts'
import { publishSectionsUpdated, sectionColumns } from './sections.ts'

/** default colors, assigned in turn */
const COLORS = ['#c2570c', '#1d6fb8', '#2f8f4e', '#8a4fb5', '#b0803a', '#0f8b8d', '#c43d5c', '#5b6770']

export async function createSection(ctx: ProjectCtx, { body }: Input<typeof api.createSection>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  await checkPlaceCount(ctx, 'sections')
  const order = (await listSections(ctx)).length + 1
  const color = body.color ?? (COLORS[(order - 1) % COLORS.length] as string)
  const section = await ctx.tx
    .insertInto('sections')
    .values({ id: randomUUIDv7(), project_id, name: body.name, color, order })
    .returning(sectionColumns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(convertNameConflict(error)))
  await publishSectionsUpdated(ctx)
  return section
}
