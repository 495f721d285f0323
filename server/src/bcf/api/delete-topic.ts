import type { ProjectCtx } from '../../context.ts'
import { deleteIssue } from '../../issues/delete-issue.ts'
import { checkIfMatch } from './tags.ts'
import { lockTopic, type TopicInput, toIssueParams } from './topic-rows.ts'
import { getTopicReply } from './topics.ts'

export async function deleteTopic(ctx: ProjectCtx, { params }: TopicInput): Promise<void> {
  const issue = await lockTopic(ctx, params.topicGuid)
  await checkIfMatch(ctx.http, () => getTopicReply(ctx, params.topicGuid))
  await deleteIssue(ctx, { params: toIssueParams(issue) })
}
