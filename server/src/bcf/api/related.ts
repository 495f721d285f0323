import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { relate, unrelate } from '../../issues/relations.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { readKept } from '../kept.ts'
import { guidOf } from '../topic-of.ts'
import { changeKept, editTopic } from './change-kept.ts'
import { findTopic } from './find.ts'

interface Ref {
  params: { topicGuid: string }
}

/** Related issues that the caller sees. */
const relatedTo = ({ tx, member }: ProjectCtx, id: string) =>
  visibleIssues(tx, member)
    .where(
      sql<boolean>`issues.id in (select b_id from issue_relations where a_id = ${id}
        union all select a_id from issue_relations where b_id = ${id})`,
    )
    .select(['issues.id', guidOf('issues').as('guid')])
    .orderBy('issues.number')
    .execute()

async function relatedGuids(ctx: ProjectCtx, id: string) {
  const { related_topics = [] } = await readKept(ctx.tx, id)
  const here = (await relatedTo(ctx, id)).map(({ guid }) => guid)
  return [...new Set([...here, ...related_topics])].map((related_topic_guid) => ({ related_topic_guid }))
}

export async function readRelated(ctx: ProjectCtx, { params }: Ref) {
  const { id } = await findTopic(ctx, params.topicGuid)
  return relatedGuids(ctx, id)
}

/** Of topics that the caller does not see, or that are not here, the GUIDs are kept. */
export async function putRelated(
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
  for (const { id } of before) if (!will?.has(id)) await unrelate(ctx, { params: { ...at, otherId: id } })
  for (const { id } of seen) if (!was?.has(id)) await relate(ctx, { params: { ...at, otherId: id } })
  const elsewhere = guids.filter((guid) => !seen.some((row) => row.guid === guid))
  await changeKept(ctx, issue, { related_topics: elsewhere.length > 0 ? elsewhere : undefined })
  return relatedGuids(ctx, issue.id)
}
