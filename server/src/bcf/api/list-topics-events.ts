import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { topicEvents } from './events.ts'
import type { Page } from './topics.ts'

export const listTopicsEvents = (ctx: ProjectCtx, { query }: { query: Page }) =>
  topicEvents(ctx, query, sql<boolean>`l.kind in ('CREATED', 'CHANGED')`)
