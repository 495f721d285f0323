import type { TopicFields, TopicReply } from '@plumbline/contract/bcf/api-topics'
import type { ProjectCtx } from '../../context.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { updateIssue } from '../../issues/update-issue.ts'
import { readKept } from '../kept.ts'
import { namedAgain } from '../named-people.ts'
import { changeKept } from './change-kept.ts'
import { holdTopic } from './find.ts'
import { readFields } from './read-fields.ts'
import { forgetSnippet } from './snippet.ts'
import { demandMatch } from './tags.ts'
import { readTopic } from './topics.ts'
import { type Ref, refTo } from './write-topic.ts'

export async function putTopic(
  ctx: ProjectCtx,
  { params, body }: Ref & { body: TopicFields },
): Promise<TopicReply> {
  const issue = await holdTopic(ctx, params.topicGuid)
  checkIssueAction(ctx.member, issue, 'EDIT')
  await demandMatch(ctx.http, () => readTopic(ctx, params.topicGuid))
  const before = await readKept(ctx.tx, issue.id)
  const { fields, status = issue.status, kept } = await readFields(ctx, body, before)
  const description = namedAgain(fields.description, issue.description)
  const { assignee_id, ...others } = fields
  // nobody again is not said again: it would end what is kept of people who are not here
  const assigned = assignee_id === issue.assignee_id ? {} : { assignee_id }
  const changed = { ...others, ...assigned, description, status }
  await updateIssue(ctx, { params: refTo(issue), body: changed })
  const { bim_snippet: snippet } = kept
  if (snippet?.is_external !== false || snippet.reference !== before.bim_snippet?.reference)
    await forgetSnippet(ctx, issue)
  await changeKept(ctx, issue, kept)
  return readTopic(ctx, params.topicGuid)
}
