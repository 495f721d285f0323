import type { TopicReply } from '@plumbline/contract/bcf/api-topics'
import type { ProjectCtx } from '../../context.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { selectTopics } from '../build-topic.ts'
import { buildFilterCondition, buildOrder } from './filter-sql.ts'
import { topicColumns, topicOrders } from './topic-columns.ts'
import {
  type AuthorizationQuery,
  buildAuthorizedReplies,
  buildTopicReply,
  computeODataRange,
  isAuthorizationRequested,
  type ODataPage,
} from './topics.ts'

/** One query for any number of topics, and one more for their authorizations. */
export async function listTopics(
  ctx: ProjectCtx,
  { query }: { query: ODataPage & AuthorizationQuery },
): Promise<TopicReply[]> {
  const { limit, offset } = computeODataRange(query)
  let topics = selectTopics(ctx.tx, ctx.member).where(buildFilterCondition(query.$filter, topicColumns))
  for (const order of buildOrder(query.$orderby, topicOrders)) topics = topics.orderBy(order)
  const rows = await topics
    .orderBy('issues.created_at')
    .orderBy('issues.number')
    .limit(limit)
    .offset(offset)
    .execute()
  return isAuthorizationRequested(query)
    ? buildAuthorizedReplies(ctx, rows)
    : mapInSlices(rows, buildTopicReply)
}
