import type { ProjectCtx } from '../../context.ts'
import type { TopicInput } from './topic-rows.ts'
import { type AuthorizationQuery, getTopicReply } from './topics.ts'

export const getTopic = (ctx: ProjectCtx, { params, query }: TopicInput & { query: AuthorizationQuery }) =>
  getTopicReply(ctx, params.topicGuid, query)
