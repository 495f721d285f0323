import type { ProjectCtx } from '../../context.ts'
import { commentEvents, ofComments } from './events.ts'
import type { Page } from './topics.ts'

export const listCommentsEvents = (ctx: ProjectCtx, { query }: { query: Page }) =>
  commentEvents(ctx, query, ofComments)
