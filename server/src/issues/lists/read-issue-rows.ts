import type { IssueRow } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { bcfAssignee, visibleIssues } from '../visible.ts'
import { issueCover } from './issue-cover.ts'

/** The rows of visible issues for lists, in the order of these numbers. */
export async function readIssueRows(
  ctx: Pick<ProjectCtx, 'tx' | 'member'>,
  numbers: number[],
): Promise<IssueRow[]> {
  if (numbers.length === 0) return []
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', sql<number>`any (${numbers}::int[])`)
    .selectAll('issues')
    .select([issueCover.as('cover'), bcfAssignee.as('assigned_to')])
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}
