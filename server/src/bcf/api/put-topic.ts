import type { TopicFields, TopicReply } from '@plumbline/contract/bcf/api-topics'
import type { ProjectCtx } from '../../context.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { updateIssue } from '../../issues/update-issue.ts'
import { restoreMentions } from '../mentions.ts'
import { getPreservedFields } from '../preserved-fields.ts'
import { parseTopicFields } from './parse-topic-fields.ts'
import { detachSnippet } from './snippet.ts'
import { checkIfMatch } from './tags.ts'
import { getTopicRow, lockTopic, type TopicInput, toIssueParams } from './topic-rows.ts'
import { getTopicReply } from './topics.ts'
import { updatePreservedFields } from './update-preserved-fields.ts'

export async function putTopic(
  ctx: ProjectCtx,
  { params, body }: TopicInput & { body: TopicFields },
): Promise<TopicReply> {
  const issue = await lockTopic(ctx, params.topicGuid)
  checkIssueAction(ctx.member, issue, 'EDIT')
  await checkIfMatch(ctx.http, () => getTopicReply(ctx, params.topicGuid))
  const before = await getPreservedFields(ctx.tx, issue.id)
  const { own_labels } = await getTopicRow(ctx, params.topicGuid)
  const { fields, status = issue.status, preserved } = await parseTopicFields(ctx, body, before, own_labels)
  const description = restoreMentions(fields.description, issue.description)
  const { assignee_id, ...others } = fields
  // an unchanged assignee is not written: it would drop the preserved address of an assignee without an account
  const assigned = assignee_id === issue.assignee_id ? {} : { assignee_id }
  const changed = { ...others, ...assigned, description, status }
  await updateIssue(ctx, { params: toIssueParams(issue), body: changed }, { areCommentsSeparate: true })
  const { bim_snippet: snippet } = preserved
  if (snippet?.is_external !== false || snippet.reference !== before.bim_snippet?.reference)
    await detachSnippet(ctx, issue)
  await updatePreservedFields(ctx, issue, preserved)
  return getTopicReply(ctx, params.topicGuid)
}
