import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { buildLogEntries, cutPage, selectVisibleEntries, TIMELINE_PAGE_SIZE } from './timeline.ts'
import { findIssue } from './visible.ts'

export async function listTimeline(ctx: ProjectCtx, { params, query }: Input<typeof api.listTimeline>) {
  const issue = await findIssue(ctx, params.issueId)
  const limit = query.limit ?? TIMELINE_PAGE_SIZE
  const rows = await selectVisibleEntries(ctx)
    .where('l.issue_id', '=', issue.id)
    .$if(query.before !== undefined, (entries) => entries.where('l.seq', '<', query.before ?? 0))
    .limit(limit + 1)
    .execute()
  const { page, before } = cutPage(rows, limit)
  return { items: await buildLogEntries(ctx.tx, page.reverse()), before }
}
