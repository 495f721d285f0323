import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/lists'
import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { json } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Reaction } from '../../live/tell.ts'

/** What new issues of a kind begin with. */

const MOST = 100

const templatesOf = ({ tx, member }: ProjectCtx) =>
  tx.selectFrom('issue_templates').selectAll().where('project_id', '=', member.project_id)

export const issueTemplates = (ctx: ProjectCtx) => templatesOf(ctx).orderBy('title').orderBy('id').execute()

const tellTemplates = (ctx: ProjectCtx) =>
  ctx.tell('issue_template.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
  })

export async function addIssueTemplate(ctx: ProjectCtx, { body }: Input<typeof api.createIssueTemplate>) {
  const { project_id } = ctx.member
  // one after the other, so that two at once cannot both be the last
  await ctx.tx.selectFrom('projects').select('id').where('id', '=', project_id).forNoKeyUpdate().execute()
  const { count } = await ctx.tx
    .selectFrom('issue_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow()
  if (count >= MOST)
    throw new Refusal('conflict', {
      message: fill('A project has at most {count} templates', { count: MOST }),
    })
  const template = await ctx.tx
    .insertInto('issue_templates')
    .values({ ...body, id: randomUUIDv7(), project_id, fields: json(body.fields) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellTemplates(ctx)
  return template
}

export async function changeIssueTemplate(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateIssueTemplate>,
) {
  const { fields, ...plain } = body
  const template = await ctx.tx
    .updateTable('issue_templates')
    .set({ ...plain, ...(fields ? { fields: json(fields) } : {}) })
    .where('project_id', '=', ctx.member.project_id)
    .where('id', '=', params.templateId)
    .returningAll()
    .executeTakeFirst()
  if (!template) throw new Refusal('not_found')
  await tellTemplates(ctx)
  return template
}

export async function removeIssueTemplate(
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

/** A project that begins like another one has its templates too. */
export const copyIssueTemplates: Reaction = async (tx, type, { project_id, facts }) => {
  if (type !== 'project.created' || !facts?.template_id || !project_id) return
  await sql`insert into issue_templates (id, project_id, title, fields, due_in_days)
    select gen_random_uuid(), ${project_id}, title, fields, due_in_days
    from issue_templates where project_id = ${facts.template_id as string}`.execute(tx)
}
