import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { ProjectCtx } from '../../context.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'
import type { AuthorizationQuery } from './topics.ts'
import { buildViewpointReply, selectViewpoints } from './viewpoints.ts'

export const listViewpoints =
  (version: BcfApiVersion) =>
  async (ctx: ProjectCtx, { params, query }: TopicInput & { query: AuthorizationQuery }) => {
    const topic = await getTopicRow(ctx, params.topicGuid)
    const rows = await selectViewpoints(ctx, topic.id).execute()
    return rows.map((row) => buildViewpointReply(version, ctx, topic, row, query))
  }
