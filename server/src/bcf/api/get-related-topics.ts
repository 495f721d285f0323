import type { ProjectCtx } from '../../context.ts'
import { listRelatedGuids, type Ref } from './related.ts'
import { getTopicRow } from './topic-rows.ts'

export async function getRelatedTopics(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listRelatedGuids(ctx, id)
}
