import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { type FoundIssue, findIssue } from '../../issues/visible.ts'
import { guidColumn, selectTopics, type TopicRow } from '../build-topic.ts'

/** Visible topics and their parts by GUID; each throws not_found. */

export interface TopicInput {
  params: { topicGuid: string }
}

export const toIssueParams = ({ project_id, id }: Pick<FoundIssue, 'project_id' | 'id'>) => ({
  id: project_id,
  issueId: id,
})

export async function getTopicRow(ctx: ProjectCtx, topicGuid: string): Promise<TopicRow> {
  const row = await selectTopics(ctx.tx, ctx.member)
    .where(guidColumn('issues'), '=', topicGuid)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Locks the issue of a topic. */
export async function lockTopic(ctx: ProjectCtx, topicGuid: string): Promise<FoundIssue> {
  const { id } = await getTopicRow(ctx, topicGuid)
  return findIssue(ctx, id, true)
}

export async function getCommentRow(ctx: ProjectCtx, issueId: string, commentGuid: string) {
  const row = await ctx.tx
    .selectFrom('issue_comments as c')
    .select(['c.id', 'c.text'])
    .where('c.issue_id', '=', issueId)
    .where('c.deleted_at', 'is', null)
    .where(guidColumn('c'), '=', commentGuid)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export async function getViewpointId(
  ctx: ProjectCtx,
  issueId: string,
  viewpointGuid: string,
): Promise<string> {
  const row = await ctx.tx
    .selectFrom('issue_viewpoints as v')
    .select('v.id')
    .where('v.issue_id', '=', issueId)
    .where(guidColumn('v'), '=', viewpointGuid)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.id
}
