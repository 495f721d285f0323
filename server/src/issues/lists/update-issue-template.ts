import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { tellTemplates } from './templates.ts'

export async function updateIssueTemplate(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateIssueTemplate>,
) {
  const { fields, ...plain } = body
  const template = await ctx.tx
    .updateTable('issue_templates')
    .set({ ...plain, ...(fields ? { fields: toJsonb(fields) } : {}) })
    .where('project_id', '=', ctx.member.project_id)
    .where('id', '=', params.templateId)
    .returningAll()
    .executeTakeFirst()
  if (!template) throw new Refusal('not_found')
  await tellTemplates(ctx)
  return template
}
