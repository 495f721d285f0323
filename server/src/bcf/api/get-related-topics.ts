import type { ProjectCtx } from '../../context.ts'
import { listRelatedGuids } from './related.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'

export async function getRelatedTopics(ctx: ProjectCtx, { params }: TopicInput) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listRelatedGuids(ctx, id)
}
