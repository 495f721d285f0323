import type { ProjectCtx } from '../../context.ts'
import { findTopic } from './find.ts'
import { type Ref, relatedGuids } from './related.ts'

export async function getRelatedTopics(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await findTopic(ctx, params.topicGuid)
  return relatedGuids(ctx, id)
}
