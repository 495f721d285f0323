import type { ProjectCtx } from '../../context.ts'

export const listIssueTemplates = ({ tx, member }: ProjectCtx) =>
  tx
    .selectFrom('issue_templates')
    .selectAll()
    .where('project_id', '=', member.project_id)
    .orderBy('title')
    .orderBy('id')
    .execute()
