import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/lists'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkTemplateFields, tellTemplates } from './templates.ts'

const MAX_TEMPLATES = 100

export async function createIssueTemplate(ctx: ProjectCtx, { body }: Input<typeof api.createIssueTemplate>) {
  const { project_id } = ctx.member
  // locks the project row, so that concurrent creations cannot exceed the limit
  await ctx.tx.selectFrom('projects').select('id').where('id', '=', project_id).forNoKeyUpdate().execute()
  const { count } = await ctx.tx
    .selectFrom('issue_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_TEMPLATES)
    throw new Refusal('conflict', reason('too_many_templates', { count: MAX_TEMPLATES }))
  const template = await ctx.tx
    .insertInto('issue_templates')
    .values({
      ...body,
      id: randomUUIDv7(),
      project_id,
      fields: toJsonb(await checkTemplateFields(ctx, body.fields)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellTemplates(ctx)
  return template
}
