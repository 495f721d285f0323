import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { filterIssues } from './filter-issues.ts'
import { buildIssueWalk, parseCursor } from './issue-walk.ts'
import { readIssueRows } from './read-issue-rows.ts'

export async function listIssues(ctx: ProjectCtx, { query }: Input<typeof api.listIssues>) {
  const { sort, group, after, limit = 100, ...filter } = query
  const { project_id } = ctx.member
  const chosen = await filterIssues(ctx, filter)
  const walk = await buildIssueWalk(ctx.db, project_id, chosen.cache, { sort, group })
  const numbers = walk.take(chosen, after ? parseCursor(after) : null, limit + 1)
  const last = numbers[limit - 1]
  return {
    total: chosen.total,
    next: numbers.length > limit && last !== undefined ? walk.cursor(last) : null,
    items: await readIssueRows(ctx, numbers.slice(0, limit)),
  }
}
