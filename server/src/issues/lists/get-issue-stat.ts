import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { calendarOf } from './calendar.ts'
import { chooseIssues } from './filter.ts'
import { statisticsOf } from './statistics.ts'

const WEEKS = 12

export async function getIssueStat(ctx: ProjectCtx, { query }: Input<typeof api.getIssueStat>) {
  const { weeks = WEEKS, ...filter } = query
  const calendar = await calendarOf(ctx.db, ctx.member.project_id)
  return statisticsOf(ctx, await chooseIssues(ctx, filter), calendar, weeks)
}
