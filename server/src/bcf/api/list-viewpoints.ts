import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'
import type { AuthorizationQuery } from './topics.ts'
import { buildViewpointReply, type ListedView, selectViewpoints, shownView } from './viewpoints.ts'

/** lines of the views of a list, which is in memory as a whole: one view may have as many */
const MAX_LINES = 100_000

const lineCount = sql<number>`coalesce(jsonb_array_length(v.view -> 'lines'), 0)`
/** Whether the lines of a view fit into the list's limit; views with few lines come first. */
const hasLines = sql<boolean>`sum(${lineCount}) over (order by ${lineCount}, v.index, v.id) <= ${sql.lit(MAX_LINES)}`

export const listViewpoints =
  (version: BcfApiVersion) =>
  async (ctx: ProjectCtx, { params, query }: TopicInput & { query: AuthorizationQuery }) => {
    const topic = await getTopicRow(ctx, params.topicGuid)
    const rows = await selectViewpoints(ctx, topic.id)
      .select(
        sql<ListedView>`case when ${hasLines} then ${shownView} else ${shownView} - 'lines' end`.as('view'),
      )
      .execute()
    return rows.map((row) => buildViewpointReply(version, ctx, topic, row, query))
  }
