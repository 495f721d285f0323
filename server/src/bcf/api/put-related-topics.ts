import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { relateIssue } from '../../issues/relate-issue.ts'
import { unrelateIssue } from '../../issues/unrelate-issue.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { guidColumn } from '../build-topic.ts'
import { listRelatedGuids, listRelatedIssues } from './related.ts'
import type { TopicInput } from './topic-rows.ts'
import { lockTopicForEdit, updatePreservedFields } from './update-preserved-fields.ts'

/** GUIDs of hidden or unknown topics are preserved without a relation. */
export async function putRelatedTopics(
  ctx: ProjectCtx,
  { params, body }: TopicInput & { body: { related_topic_guid: string }[] },
) {
  const issue = await lockTopicForEdit(ctx, params.topicGuid)
  const at = { id: issue.project_id, issueId: issue.id }
  const guids = [...new Set(body.map(({ related_topic_guid }) => related_topic_guid))]
  const seen = await visibleIssues(ctx.tx, ctx.member)
    .where(guidColumn('issues'), '=', sql<string>`any (${guids}::uuid[])`)
    .select(['issues.id', guidColumn('issues').as('guid')])
    .orderBy('issues.id')
    .execute()
  const before = await listRelatedIssues(ctx, issue.id)
  const oldIds = new Set(before.map(({ id }) => id))
  const newIds = new Set(seen.map(({ id }) => id))
  for (const { id } of before)
    if (!newIds.has(id)) await unrelateIssue(ctx, { params: { ...at, otherId: id } })
  for (const { id } of seen) if (!oldIds.has(id)) await relateIssue(ctx, { params: { ...at, otherId: id } })
  const unknownGuids = guids.filter((guid) => !seen.some((row) => row.guid === guid))
  await updatePreservedFields(ctx, issue, {
    related_topics: unknownGuids.length > 0 ? unknownGuids : undefined,
  })
  return listRelatedGuids(ctx, issue.id)
}
