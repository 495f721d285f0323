import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { ProjectCtx } from '../../context.ts'
import { findTopic } from './find.ts'
import type { Asked } from './topics.ts'
import { type Ref, viewpointReply, viewRows } from './viewpoints.ts'

export const listViewpoints =
  (version: BcfApiVersion) =>
  async (ctx: ProjectCtx, { params, query }: Ref & { query: Asked }) => {
    const topic = await findTopic(ctx, params.topicGuid)
    const rows = await viewRows(ctx, topic.id).execute()
    return rows.map((row) => viewpointReply(version, ctx, topic, row, query))
  }
