import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { commentEvents, ofComments } from './events.ts'
import { findComment, findTopic } from './find.ts'
import type { Page } from './topics.ts'

export async function listCommentEvents(
  ctx: ProjectCtx,
  { params, query }: { params: { topicGuid: string; commentGuid: string }; query: Page },
) {
  const topic = await findTopic(ctx, params.topicGuid)
  const { id: comment } = await findComment(ctx, topic.id, params.commentGuid)
  return commentEvents(
    ctx,
    query,
    sql<boolean>`${ofComments} and issues.id = ${topic.id} and c.id = ${comment}`,
  )
}
