import type { TopicFields, TopicReply } from '@plumbline/contract/bcf/api-topics'
import type { ProjectCtx } from '../../context.ts'
import { demand } from '../../issues/may.ts'
import { updateIssue } from '../../issues/update-issue.ts'
import { restoreMentions } from '../mentions.ts'
import { getPreservedFields } from '../preserved-fields.ts'
import { parseTopicFields } from './parse-topic-fields.ts'
import { detachSnippet } from './snippet.ts'
import { checkIfMatch } from './tags.ts'
import { lockTopic } from './topic-rows.ts'
import { getTopicReply } from './topics.ts'
import { updatePreservedFields } from './update-preserved-fields.ts'
import { type Ref, refTo } from './write-topic.ts'

export async function putTopic(
  ctx: ProjectCtx,
  { params, body }: Ref & { body: TopicFields },
): Promise<TopicReply> {
  const issue = await lockTopic(ctx, params.topicGuid)
  demand(ctx.member, issue, 'EDIT')
  await checkIfMatch(ctx.http, () => getTopicReply(ctx, params.topicGuid))
  const before = await getPreservedFields(ctx.tx, issue.id)
  const { fields, status = issue.status, kept } = await parseTopicFields(ctx, body, before)
  const description = restoreMentions(fields.description, issue.description)
  const { assignee_id, ...others } = fields
  // nobody again is not said again: it would end what is kept of people who are not here
  const assigned = assignee_id === issue.assignee_id ? {} : { assignee_id }
  const changed = { ...others, ...assigned, description, status }
  await updateIssue(ctx, { params: refTo(issue), body: changed })
  const { bim_snippet: snippet } = kept
  if (snippet?.is_external !== false || snippet.reference !== before.bim_snippet?.reference)
    await detachSnippet(ctx, issue)
  await updatePreservedFields(ctx, issue, kept)
  return getTopicReply(ctx, params.topicGuid)
}
