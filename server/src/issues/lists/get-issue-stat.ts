import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { readCalendar } from './calendar.ts'
import { filterIssues } from './filter-issues.ts'
import { computeStatistics } from './statistics.ts'

const WEEKS = 12

export async function getIssueStat(ctx: ProjectCtx, { query }: Input<typeof api.getIssueStat>) {
  const { weeks = WEEKS, ...filter } = query
  const calendar = await readCalendar(ctx.db, ctx.member.project_id)
  return computeStatistics(ctx, await filterIssues(ctx, filter), calendar, weeks)
}
