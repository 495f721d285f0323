import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { listEventsOfTopics } from './events.ts'
import { getTopicRow } from './topic-rows.ts'
import type { ODataPage } from './topics.ts'

export async function listTopicEvents(
  ctx: ProjectCtx,
  { params, query }: { params: { topicGuid: string }; query: ODataPage },
) {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  return listEventsOfTopics(ctx, query, sql<boolean>`l.kind in ('CREATED', 'CHANGED') and issues.id = ${id}`)
}
