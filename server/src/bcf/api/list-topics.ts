import type { TopicReply } from '@plumbline/contract/bcf/api-topics'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { selectTopics } from '../build-topic.ts'
import { checkAnswerSize } from './check-answer-size.ts'
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

/** One query for the sizes of any number of topics, one for the topics, and one more for their authorizations. */
export async function listTopics(
  ctx: ProjectCtx,
  { query }: { query: ODataPage & AuthorizationQuery },
): Promise<TopicReply[]> {
  const { limit, offset } = computeODataRange(query)
  let topics = selectTopics(ctx.tx, ctx.member).where(buildFilterCondition(query.$filter, topicColumns))
  for (const order of buildOrder(query.$orderby, topicOrders)) topics = topics.orderBy(order)
  const page = topics.orderBy('issues.created_at').orderBy('issues.number').limit(limit).offset(offset)
  await checkAnswerSize(
    page,
    sql`coalesce(length(issues.description), 0) + coalesce(length(k.topic::text), 0)`,
  )
  const rows = await page.execute()
  return isAuthorizationRequested(query)
    ? buildAuthorizedReplies(ctx, rows)
    : mapInSlices(rows, buildTopicReply)
}
