import type { ProjectCtx } from '../../context.ts'
import { listReferencesOfIssue, type Ref } from './references.ts'
import { getTopicRow } from './topic-rows.ts'

export async function listReferences(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listReferencesOfIssue(ctx, id)
}
