import type { ProjectCtx } from '../../context.ts'
import { listReferencesOfIssue } from './references.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'

export async function listReferences(ctx: ProjectCtx, { params }: TopicInput) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listReferencesOfIssue(ctx, id)
}
