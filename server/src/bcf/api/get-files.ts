import type { ProjectCtx } from '../../context.ts'
import { listHeaderFiles } from './header-files.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'

export async function getFiles(ctx: ProjectCtx, { params }: TopicInput) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listHeaderFiles(ctx, id)
}
