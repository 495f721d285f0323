import type { ProjectCtx } from '../../context.ts'
import { deleteIssue } from '../../issues/delete-issue.ts'
import { holdTopic } from './find.ts'
import { demandMatch } from './tags.ts'
import { readTopic } from './topics.ts'
import { type Ref, refTo } from './write-topic.ts'

export async function deleteTopic(ctx: ProjectCtx, { params }: Ref): Promise<void> {
  const issue = await holdTopic(ctx, params.topicGuid)
  await demandMatch(ctx.http, () => readTopic(ctx, params.topicGuid))
  await deleteIssue(ctx, { params: refTo(issue) })
}
