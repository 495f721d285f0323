import type { ProjectCtx } from '../context.ts'
import { levelColumns, MAX_PLACES } from './levels.ts'

export function listLevels(ctx: ProjectCtx) {
  return ctx.tx
    .selectFrom('levels')
    .select(levelColumns)
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('elevation_m')
    .orderBy('order')
    .limit(MAX_PLACES)
    .execute()
}
