import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { tellTemplates } from './templates.ts'

export async function deleteIssueTemplate(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteIssueTemplate>,
) {
  const gone = await ctx.tx
    .deleteFrom('issue_templates')
    .where('project_id', '=', ctx.member.project_id)
    .where('id', '=', params.templateId)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found')
  await tellTemplates(ctx)
}
