import type { ProjectCtx } from '../../context.ts'
import { listHeaderFiles, type Ref } from './header-files.ts'
import { getTopicRow } from './topic-rows.ts'

export async function getFiles(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listHeaderFiles(ctx, id)
}
