import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { listEventsOfTopics } from './events.ts'
import type { ODataPage } from './topics.ts'

export const listTopicsEvents = (ctx: ProjectCtx, { query }: { query: ODataPage }) =>
  listEventsOfTopics(ctx, query, sql<boolean>`l.kind in ('CREATED', 'CHANGED')`)
