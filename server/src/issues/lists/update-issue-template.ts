import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkTemplateFields, keepOthersFields, tellTemplates } from './templates.ts'

export async function updateIssueTemplate(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateIssueTemplate>,
) {
  const { fields: given, fields_before: seen, ...plain } = body
  const before = await ctx.tx
    .selectFrom('issue_templates')
    .select('fields')
    .where('project_id', '=', ctx.member.project_id)
    .where('id', '=', params.templateId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found')
  const wanted = given && seen ? keepOthersFields(before.fields, seen, given) : given
  const fields = wanted ? await checkTemplateFields(ctx, wanted, before.fields) : before.fields
  const template = await ctx.tx
    .updateTable('issue_templates')
    .set({ ...plain, fields: toJsonb(fields) })
    .where('project_id', '=', ctx.member.project_id)
    .where('id', '=', params.templateId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellTemplates(ctx)
  return template
}
