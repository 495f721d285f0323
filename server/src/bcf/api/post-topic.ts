import type { TopicFields, TopicReply } from '@plumbline/contract/bcf/api-topics'
import type { ProjectCtx } from '../../context.ts'
import { insertIssue } from '../../issues/create-issue.ts'
import { updateIssue } from '../../issues/update-issue.ts'
import { setPreservedFields } from '../preserved-fields.ts'
import { parseTopicFields } from './parse-topic-fields.ts'
import { toIssueParams } from './topic-rows.ts'
import { getTopicReply } from './topics.ts'

type NewTopic = TopicFields & { guid?: string | undefined }

export async function postTopic(ctx: ProjectCtx, { body }: { body: NewTopic }): Promise<TopicReply> {
  const { fields, status, preserved } = await parseTopicFields(ctx, body, {})
  const issue = await insertIssue(ctx, { ...fields, source: 'BCF' }, [], {
    guid: body.guid,
    isIncomplete: true,
  })
  if (Object.values(preserved).some((value) => value !== undefined))
    await setPreservedFields(ctx.tx, issue.id, preserved)
  if (status && status !== issue.status)
    await updateIssue(ctx, { params: toIssueParams(issue), body: { status } })
  return getTopicReply(ctx, issue.bcf_guid ?? issue.id)
}
