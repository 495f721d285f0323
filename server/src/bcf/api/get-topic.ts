import type { ProjectCtx } from '../../context.ts'
import { type AuthorizationQuery, getTopicReply } from './topics.ts'
import type { Ref } from './write-topic.ts'

export const getTopic = (ctx: ProjectCtx, { params, query }: Ref & { query: AuthorizationQuery }) =>
  getTopicReply(ctx, params.topicGuid, query)
