import type { ProjectCtx } from '../context.ts'
import { columns, MOST } from './levels.ts'

export function listLevels(ctx: ProjectCtx) {
  return ctx.tx
    .selectFrom('levels')
    .select(columns)
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('elevation_m')
    .orderBy('order')
    .limit(MOST)
    .execute()
}
