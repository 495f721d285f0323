import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { topicEvents } from './events.ts'
import { findTopic } from './find.ts'
import type { Page } from './topics.ts'

export async function listTopicEvents(
  ctx: ProjectCtx,
  { params, query }: { params: { topicGuid: string }; query: Page },
) {
  const { id } = await findTopic(ctx, params.topicGuid)
  return topicEvents(ctx, query, sql<boolean>`l.kind in ('CREATED', 'CHANGED') and issues.id = ${id}`)
}
