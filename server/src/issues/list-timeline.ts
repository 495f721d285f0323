import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { buildViewerValues } from '../projects/issue-visibility.ts'
import { buildLogEntries, cutPage, readTimeline, TIMELINE_PAGE_SIZE } from './timeline.ts'
import { findIssue } from './visible.ts'

export async function listTimeline(ctx: ProjectCtx, { params, query }: Input<typeof api.listTimeline>) {
  const { limit = TIMELINE_PAGE_SIZE, before: below = null } = query
  const { project_id } = ctx.member
  const rows = await readTimeline(ctx.tx, {
    ...buildViewerValues(ctx.member),
    project_id,
    issue_id: params.issueId,
    before: below,
    limit: limit + 1,
  })
  if (rows.length === 0) await findIssue(ctx, params.issueId)
  const { page, before } = cutPage(rows, limit)
  return { items: buildLogEntries(page.reverse()), before }
}
