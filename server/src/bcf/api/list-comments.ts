import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { checkAnswerSize } from './check-answer-size.ts'
import { buildCommentReply, commentAuthor, selectComments } from './comments.ts'
import { buildFilterCondition, buildOrder, type FilterColumns } from './filter-sql.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'
import { type AuthorizationQuery, computeODataRange, type ODataPage } from './topics.ts'

const columns = {
  author: { type: 'folded', sql: commentAuthor },
  date: { type: 'instant', sql: sql`c.created_at` },
} as const satisfies FilterColumns

export async function listComments(
  ctx: ProjectCtx,
  { params, query }: TopicInput & { query: ODataPage & AuthorizationQuery },
) {
  const topic = await getTopicRow(ctx, params.topicGuid)
  const { limit, offset } = computeODataRange(query)
  let comments = selectComments(ctx, topic.id).where(buildFilterCondition(query.$filter, columns))
  for (const order of buildOrder(query.$orderby, { date: columns.date.sql }))
    comments = comments.orderBy(order)
  const page = comments.orderBy('c.created_at').orderBy('c.id').limit(limit).offset(offset)
  await checkAnswerSize(page, sql`length(c.text)`)
  const rows = await page.execute()
  return rows.map((row) => buildCommentReply(ctx, topic, row, query))
}
