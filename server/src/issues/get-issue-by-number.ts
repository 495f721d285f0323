import type * as api from '@plumbline/contract/issues/issues'
import type { Issue } from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readIssue } from './read-issue.ts'
import { visibleIssues } from './visible.ts'

export async function getIssueByNumber(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getIssueByNumber>,
): Promise<Issue> {
  const row = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', params.number)
    .select('issues.id')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return readIssue(ctx, row.id)
}
