import type { ProjectCtx } from '../../context.ts'
import { type Asked, readTopic } from './topics.ts'
import type { Ref } from './write-topic.ts'

export const getTopic = (ctx: ProjectCtx, { params, query }: Ref & { query: Asked }) =>
  readTopic(ctx, params.topicGuid, query)
