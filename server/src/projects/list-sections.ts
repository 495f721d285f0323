import type { ProjectCtx } from '../context.ts'
import { sectionColumns } from './sections.ts'

export function listSections(ctx: ProjectCtx) {
  return ctx.tx
    .selectFrom('sections')
    .select(sectionColumns)
    .where('project_id', '=', ctx.member.project_id)
    .orderBy('order')
    .limit(1000)
    .execute()
}
