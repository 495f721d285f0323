import type { ProjectCtx } from '../../context.ts'
import { isCommentEntry, listEventsOfComments } from './events.ts'
import type { ODataPage } from './topics.ts'

export const listCommentsEvents = (ctx: ProjectCtx, { query }: { query: ODataPage }) =>
  listEventsOfComments(ctx, query, isCommentEntry)
