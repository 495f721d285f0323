import type { ProjectCtx } from '../../context.ts'
import { readCustomFields } from './custom-fields.ts'

export function listCustomFields(ctx: ProjectCtx) {
  return readCustomFields(ctx.tx, ctx.member.project_id)
}
