import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Reaction } from '../../live/tell.ts'

export const tellTemplates = (ctx: ProjectCtx) =>
  ctx.tell('issue_template.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
  })

/** Copies the issue templates of the project that a new project was created from. */
export const copyIssueTemplates: Reaction = async (tx, event) => {
  if (event.type !== 'project.created' || event.cause.kind !== 'CREATED' || !event.cause.template_id) return
  await sql`insert into issue_templates (id, project_id, title, fields, due_in_days)
    select gen_random_uuid(), ${event.project_id}, title, fields, due_in_days
    from issue_templates where project_id = ${event.cause.template_id}`.execute(tx)
}
