import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { cut, entriesOf, PAGE, readable } from './timeline.ts'
import { findIssue } from './visible.ts'

export async function listTimeline(ctx: ProjectCtx, { params, query }: Input<typeof api.listTimeline>) {
  const issue = await findIssue(ctx, params.issueId)
  const limit = query.limit ?? PAGE
  const rows = await readable(ctx)
    .where('l.issue_id', '=', issue.id)
    .$if(query.before !== undefined, (entries) => entries.where('l.seq', '<', query.before ?? 0))
    .limit(limit + 1)
    .execute()
  const { page, before } = cut(rows, limit)
  return { items: await entriesOf(ctx.tx, page.reverse()), before }
}
