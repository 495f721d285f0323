import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { isCommentEntry, listEventsOfComments } from './events.ts'
import { getCommentRow, getTopicRow } from './topic-rows.ts'
import type { ODataPage } from './topics.ts'

export async function listCommentEvents(
  ctx: ProjectCtx,
  { params, query }: { params: { topicGuid: string; commentGuid: string }; query: ODataPage },
) {
  const topic = await getTopicRow(ctx, params.topicGuid)
  const { id: comment } = await getCommentRow(ctx, topic.id, params.commentGuid)
  return listEventsOfComments(
    ctx,
    query,
    sql<boolean>`${isCommentEntry} and issues.id = ${topic.id} and c.id = ${comment}`,
  )
}
