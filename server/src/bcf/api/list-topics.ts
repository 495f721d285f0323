import type { TopicReply } from '@plumbline/contract/bcf/api-topics'
import type { ProjectCtx } from '../../context.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { selectTopics } from '../topic-of.ts'
import { orderedBy, wanted } from './filter-sql.ts'
import { topicColumns, topicOrders } from './topic-columns.ts'
import { type Asked, asksAuthorization, type Page, rowsOf, topicReply, withAuthorization } from './topics.ts'

/** One statement, however many topics there are, and one more for what the caller may do with them. */
export async function listTopics(ctx: ProjectCtx, { query }: { query: Page & Asked }): Promise<TopicReply[]> {
  const { limit, offset } = rowsOf(query)
  let topics = selectTopics(ctx.tx, ctx.member).where(wanted(query.$filter, topicColumns))
  for (const order of orderedBy(query.$orderby, topicOrders)) topics = topics.orderBy(order)
  const rows = await topics
    .orderBy('issues.created_at')
    .orderBy('issues.number')
    .limit(limit)
    .offset(offset)
    .execute()
  return asksAuthorization(query) ? withAuthorization(ctx, rows) : mapInSlices(rows, topicReply)
}
