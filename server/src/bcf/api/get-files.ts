import type { ProjectCtx } from '../../context.ts'
import { filesOf, type Ref } from './files.ts'
import { findTopic } from './find.ts'

export async function getFiles(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await findTopic(ctx, params.topicGuid)
  return filesOf(ctx, id)
}
