import type { IssueRow } from '@plumbline/contract/issues/issues'
import type * as api from '@plumbline/contract/issues/lists'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { assignedElsewhere, visibleIssues } from '../visible.ts'
import { chooseIssues } from './filter.ts'
import { readCursor, walkIssues } from './order.ts'

/** Issues of these numbers as they are in lists, in this order, through the door. */
export async function readRows(
  ctx: Pick<ProjectCtx, 'tx' | 'member'>,
  numbers: number[],
): Promise<IssueRow[]> {
  if (numbers.length === 0) return []
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', sql<number>`any (${numbers}::int[])`)
    .selectAll('issues')
    .select([
      sql<string | null>`(select v.id from issue_viewpoints v where v.issue_id = issues.id
        and v.snapshot_key is not null order by v.index limit 1)`.as('cover_viewpoint'),
      assignedElsewhere.as('assigned_to'),
    ])
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

export async function issuePage(ctx: ProjectCtx, { query }: Input<typeof api.listIssues>) {
  const { sort, group, after, limit = 100, ...filter } = query
  const { project_id } = ctx.member
  const chosen = await chooseIssues(ctx, filter)
  const walk = await walkIssues(ctx.db, project_id, chosen.followed, { sort, group })
  const numbers = walk.take(chosen, after ? readCursor(after) : null, limit + 1)
  const last = numbers[limit - 1]
  return {
    total: chosen.total,
    next: numbers.length > limit && last !== undefined ? walk.cursor(last) : null,
    items: await readRows(ctx, numbers.slice(0, limit)),
  }
}
