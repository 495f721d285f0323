import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { author, commentRows, type Ref, replyOf } from './comments.ts'
import { type Columns, orderedBy, wanted } from './filter-sql.ts'
import { findTopic } from './find.ts'
import { type Asked, type Page, rowsOf } from './topics.ts'

const columns = {
  author: { type: 'folded', sql: author },
  date: { type: 'instant', sql: sql`c.created_at` },
} as const satisfies Columns

export async function listComments(ctx: ProjectCtx, { params, query }: Ref & { query: Page & Asked }) {
  const topic = await findTopic(ctx, params.topicGuid)
  const { limit, offset } = rowsOf(query)
  let comments = commentRows(ctx, topic.id).where(wanted(query.$filter, columns))
  for (const order of orderedBy(query.$orderby, { date: columns.date.sql }))
    comments = comments.orderBy(order)
  const rows = await comments.orderBy('c.created_at').orderBy('c.id').limit(limit).offset(offset).execute()
  return rows.map((row) => replyOf(ctx, topic, row, query))
}
