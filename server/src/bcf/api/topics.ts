import type { TopicReply } from '@plumbline/contract/bcf/api-topics'
import { maxRows } from '@plumbline/contract/bcf/api-version'
import type { ProjectCtx } from '../../context.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { buildTopic, type TopicRow } from '../build-topic.ts'
import { buildTopicAuthorization, listEvidenceByIssue, type ResolutionEvidence } from './authorization.ts'
import { tagEntity } from './tags.ts'
import { getTopicRow } from './topic-rows.ts'

export interface ODataPage {
  $filter?: string | undefined
  $orderby?: string | undefined
  $top?: number | undefined
  $skip?: number | undefined
}
export interface AuthorizationQuery {
  includeAuthorization?: string | undefined
}
export const isAuthorizationRequested = ({ includeAuthorization }: AuthorizationQuery) =>
  includeAuthorization?.toLowerCase() === 'true'

export const computeODataRange = ({ $top = maxRows, $skip = 0 }: ODataPage) => ({
  limit: Math.min($top, maxRows),
  offset: $skip,
})

const noEvidence: ResolutionEvidence = { has_proof: false, comments_by_others: 0 }

export function buildTopicReply(row: TopicRow): TopicReply {
  const { server_assigned_id = '', ...topic } = buildTopic(row)
  return { ...topic, server_assigned_id }
}

export async function buildAuthorizedReplies(ctx: ProjectCtx, rows: TopicRow[]): Promise<TopicReply[]> {
  const evidence = await listEvidenceByIssue(ctx.tx, rows, ctx.member)
  return mapInSlices(rows, (row) => ({
    ...buildTopicReply(row),
    authorization: buildTopicAuthorization(ctx.member, row, evidence.get(row.id) ?? noEvidence),
  }))
}

export async function getTopicReply(
  ctx: ProjectCtx,
  topicGuid: string,
  query: AuthorizationQuery = {},
): Promise<TopicReply> {
  const row = await getTopicRow(ctx, topicGuid)
  const [topic = buildTopicReply(row)] = isAuthorizationRequested(query)
    ? await buildAuthorizedReplies(ctx, [row])
    : []
  return tagEntity(ctx.http, topic)
}
