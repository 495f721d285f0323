import type { TopicReply } from '@plumbline/contract/bcf/api-topics'
import { maxRows } from '@plumbline/contract/bcf/api-version'
import type { ProjectCtx } from '../../context.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { type TopicRow, topicOf } from '../topic-of.ts'
import { type Evidence, evidenceOfAll, topicAuthorization } from './authorization.ts'
import { findTopic } from './find.ts'
import { tagged } from './tags.ts'

export interface Page {
  $filter?: string | undefined
  $orderby?: string | undefined
  $top?: number | undefined
  $skip?: number | undefined
}
export interface Asked {
  includeAuthorization?: string | undefined
}
export const asksAuthorization = ({ includeAuthorization }: Asked) =>
  includeAuthorization?.toLowerCase() === 'true'

export const rowsOf = ({ $top = maxRows, $skip = 0 }: Page) => ({
  limit: Math.min($top, maxRows),
  offset: $skip,
})

const silent: Evidence = { has_proof: false, comments_by_others: 0 }

export function topicReply(row: TopicRow): TopicReply {
  const { server_assigned_id = '', ...topic } = topicOf(row)
  return { ...topic, server_assigned_id }
}

export async function withAuthorization(ctx: ProjectCtx, rows: TopicRow[]): Promise<TopicReply[]> {
  const evidence = await evidenceOfAll(ctx.tx, rows)
  return mapInSlices(rows, (row) => ({
    ...topicReply(row),
    authorization: topicAuthorization(ctx.member, row, evidence.get(row.id) ?? silent),
  }))
}

export async function readTopic(ctx: ProjectCtx, topicGuid: string, asked: Asked = {}): Promise<TopicReply> {
  const row = await findTopic(ctx, topicGuid)
  const [topic = topicReply(row)] = asksAuthorization(asked) ? await withAuthorization(ctx, [row]) : []
  return tagged(ctx.http, topic)
}
