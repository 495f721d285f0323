import type { ProjectCtx } from '../../context.ts'
import { findTopic } from './find.ts'
import { type Ref, referencesOf } from './references.ts'

export async function listReferences(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await findTopic(ctx, params.topicGuid)
  return referencesOf(ctx, id)
}
