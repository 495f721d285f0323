import type { ProjectCtx } from '../../context.ts'

const templatesOf = ({ tx, member }: ProjectCtx) =>
  tx.selectFrom('issue_templates').selectAll().where('project_id', '=', member.project_id)

export const listIssueTemplates = (ctx: ProjectCtx) =>
  templatesOf(ctx).orderBy('title').orderBy('id').execute()
