import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { relateIssue } from '../../issues/relate-issue.ts'
import { unrelateIssue } from '../../issues/unrelate-issue.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { guidOf } from '../topic-of.ts'
import { changeKept, editTopic } from './change-kept.ts'
import { type Ref, relatedGuids, relatedTo } from './related.ts'

/** Of topics that the caller does not see, or that are not here, the GUIDs are kept. */
export async function putRelatedTopics(
  ctx: ProjectCtx,
  { params, body }: Ref & { body: { related_topic_guid: string }[] },
) {
  const issue = await editTopic(ctx, params.topicGuid)
  const at = { id: issue.project_id, issueId: issue.id }
  const guids = [...new Set(body.map(({ related_topic_guid }) => related_topic_guid))]
  const seen = await visibleIssues(ctx.tx, ctx.member)
    .where(guidOf('issues'), '=', sql<string>`any (${guids}::uuid[])`)
    .select(['issues.id', guidOf('issues').as('guid')])
    .orderBy('issues.id')
    .execute()
  const before = await relatedTo(ctx, issue.id)
  const [was, will] = [before, seen].map((rows) => new Set(rows.map(({ id }) => id)))
  for (const { id } of before)
    if (!will?.has(id)) await unrelateIssue(ctx, { params: { ...at, otherId: id } })
  for (const { id } of seen) if (!was?.has(id)) await relateIssue(ctx, { params: { ...at, otherId: id } })
  const elsewhere = guids.filter((guid) => !seen.some((row) => row.guid === guid))
  await changeKept(ctx, issue, { related_topics: elsewhere.length > 0 ? elsewhere : undefined })
  return relatedGuids(ctx, issue.id)
}
