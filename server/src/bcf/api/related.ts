import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { guidColumn } from '../build-topic.ts'
import { getPreservedFields } from '../preserved-fields.ts'

/** Related issues that the caller sees. */
export const listRelatedIssues = ({ tx, member }: ProjectCtx, id: string) =>
  visibleIssues(tx, member)
    .where(
      sql<boolean>`issues.id in (select b_id from issue_relations where a_id = ${id}
        union all select a_id from issue_relations where b_id = ${id})`,
    )
    .select(['issues.id', guidColumn('issues').as('guid')])
    .orderBy('issues.number')
    .execute()

export async function listRelatedGuids(ctx: ProjectCtx, id: string) {
  const { related_topics = [] } = await getPreservedFields(ctx.tx, id)
  const known = (await listRelatedIssues(ctx, id)).map(({ guid }) => guid)
  return [...new Set([...known, ...related_topics])].map((related_topic_guid) => ({ related_topic_guid }))
}
