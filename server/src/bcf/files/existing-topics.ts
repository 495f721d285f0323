import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import { cutBySize } from '../../issues/part-sizes.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { buildTopic, guidColumn, selectTopics, type TopicRow } from '../build-topic.ts'
import type { PreservedFields } from '../preserved-fields.ts'
import type { DatedExchange, LastExchange } from './last-exchange.ts'

/** Loads the existing issues of a page of topics with all parts that planning needs. */

export interface ExistingComment {
  id: string
  guid: string
  text: string
  /** when it was written, and when it was edited last */
  written_at: string
  at: string
  is_deleted: boolean
}

export interface ExistingIssue {
  row: TopicRow
  preserved: PreservedFields
  topic: ReturnType<typeof buildTopic>
  /** newest first */
  exchanges: DatedExchange[]
  /** GUIDs of all parts that were ever exchanged */
  exchanged_parts: string[]
  comments: ExistingComment[]
  /** ids of viewpoints by GUID */
  views: Map<string, string>
  last_view_index: number
  /** checksums of attachments by id */
  attachments: Map<string, string>
  /** GUIDs of visible related issues */
  related: Set<string>
}

export interface ExistingTopics {
  /** visible issues by topic GUID */
  issues: Map<string, ExistingIssue>
  /** GUIDs of issues that are deleted, or hidden from the member */
  unavailable: Set<string>
}

type ReadContext = Pick<WriteContext, 'tx' | 'member'>
const anyOf = (ids: string[]) => sql<string>`any (${ids}::uuid[])`

/** Cuts topics into pages whose existing issues fit in memory: a small topic may match an issue with many long comments. */
export async function cutByExisting<T extends { guid: string }>(
  { tx, member }: ReadContext,
  topics: T[],
): Promise<T[][]> {
  const guids = topics.map(({ guid }) => guid)
  const issues = visibleIssues(tx, member)
    .where(guidColumn('issues'), '=', anyOf(guids))
    .select(['issues.id', 'issues.description', guidColumn('issues').as('guid')])
  const { rows } = await sql<{ guid: string; size: number }>`
    select i.guid, (length(i.description)
      + coalesce((select sum(length(text)) from issue_comments where issue_id = i.id), 0)
      + coalesce((select length(topic::text) from issue_bcf where issue_id = i.id), 0)
      + coalesce((select length(fields::text) from bcf_bases where issue_id = i.id), 0)
      + coalesce((select sum(length(data::text)) from issue_log
        where project_id = ${member.project_id} and issue_id = i.id and kind = 'CHANGED'), 0))::float8 as size
    from (${issues}) i`.execute(tx)
  const sizes = new Map(rows.map(({ guid, size }) => [guid, size]))
  return cutBySize(topics, topics.length, ({ guid }) => sizes.get(guid) ?? 0)
}

async function listPartsByIssue({ tx, member }: ReadContext, ids: string[]) {
  const comments = await tx
    .selectFrom('issue_comments as c')
    .where('c.issue_id', '=', anyOf(ids))
    .select(['c.id', 'c.issue_id', 'c.text', guidColumn('c').as('guid')])
    .select('c.created_at as written_at')
    .select(sql<string>`coalesce(c.edited_at, c.created_at)`.as('at'))
    .select(sql<boolean>`c.deleted_at is not null`.as('is_deleted'))
    .execute()
  const views = await tx
    .selectFrom('issue_viewpoints as v')
    .where('v.issue_id', '=', anyOf(ids))
    .select(['v.id', 'v.issue_id', 'v.index', guidColumn('v').as('guid')])
    .execute()
  const attachments = await tx
    .selectFrom('issue_attachments')
    .where('issue_id', '=', anyOf(ids))
    .select(['id', 'issue_id', 'sha256'])
    .execute()
  // visible issues only: naming a hidden one in a file must reveal nothing
  const related = await visibleIssues(tx, member)
    .innerJoin(
      sql<{ issue_id: string; other_id: string }>`(
        select a_id as issue_id, b_id as other_id from issue_relations where a_id = any (${ids}::uuid[])
        union all select b_id, a_id from issue_relations where b_id = any (${ids}::uuid[]))`.as('r'),
      'r.other_id',
      'issues.id',
    )
    .select(['r.issue_id', guidColumn('issues').as('guid')])
    .execute()
  const bases = await tx
    .selectFrom('bcf_bases')
    .where('issue_id', '=', anyOf(ids))
    .select(['issue_id', 'fields', 'exchanged_at'])
    .execute()
  const groupByIssue = <T extends { issue_id: string }>(rows: T[]) => Map.groupBy(rows, (row) => row.issue_id)
  return {
    comments: groupByIssue(comments),
    views: groupByIssue(views),
    attachments: groupByIssue(attachments),
    related: groupByIssue(related),
    bases: new Map(bases.map((base) => [base.issue_id, base])),
  }
}

const listExchanges = ({ parts: _, earlier = [], ...last }: LastExchange, at: string): DatedExchange[] =>
  [{ ...last, exchanged_at: at }, ...earlier].map((exchange) => ({
    ...exchange,
    exchanged_at: new Date(exchange.exchanged_at).toISOString(),
  }))

export async function findExistingTopics(reading: ReadContext, guids: string[]): Promise<ExistingTopics> {
  const { tx, member } = reading
  const rows = await selectTopics(tx, member).where(guidColumn('issues'), '=', anyOf(guids)).execute()
  // past visible.ts: GUIDs of hidden issues, so that a topic with one is refused
  const all = await tx
    .selectFrom('issues')
    .where('issues.project_id', '=', member.project_id)
    .where(guidColumn('issues'), '=', anyOf(guids))
    .select(guidColumn('issues').as('guid'))
    .execute()
  const seen = new Set(rows.map(({ guid }) => guid))
  const parts = await listPartsByIssue(
    reading,
    rows.map(({ id }) => id),
  )
  const issues = rows.map((row): [string, ExistingIssue] => {
    const views = parts.views.get(row.id) ?? []
    const base = parts.bases.get(row.id)
    return [
      row.guid,
      {
        row,
        preserved: (row.preserved as PreservedFields | null) ?? {},
        topic: buildTopic(row),
        exchanges: base ? listExchanges(base.fields as LastExchange, base.exchanged_at) : [],
        exchanged_parts: (base?.fields as LastExchange | undefined)?.parts ?? [],
        comments: parts.comments.get(row.id) ?? [],
        views: new Map(views.map(({ guid, id }) => [guid, id])),
        last_view_index: Math.max(-1, ...views.map(({ index }) => index)),
        attachments: new Map((parts.attachments.get(row.id) ?? []).map(({ id, sha256 }) => [id, sha256])),
        related: new Set((parts.related.get(row.id) ?? []).map(({ guid }) => guid)),
      },
    ]
  })
  const unavailable = all.map(({ guid }) => guid).filter((guid) => !seen.has(guid))
  return { issues: new Map(issues), unavailable: new Set(unavailable) }
}

/** When fields of issues were last changed here, and their earlier values. */
export interface IssueHistory {
  changedAt: (issueId: string, field: string) => string | undefined
  before: (issueId: string, field: string) => unknown[]
}

export async function getIssueHistory({ tx, member }: ReadContext, ids: string[]): Promise<IssueHistory> {
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ issue_id: string; at: string; field: string; before: unknown; after: unknown }>`
    select l.issue_id, l.at, c->>'field' as field, c->'from' as before, c->'to' as after
    from issue_log l, jsonb_array_elements(l.data->'changes') c
    where l.project_id = ${member.project_id} and l.kind = 'CHANGED' and l.issue_id = any (${ids}::uuid[])
    order by l.seq`.execute(tx)
  const changes = new Map<string, { at: string; before: unknown[] }>()
  for (const { issue_id, at, field, before, after } of rows) {
    // the log records all preserved fields as one field, `bcf`, with the list of their names
    const names = field === 'bcf' && Array.isArray(after) ? (after as string[]) : [field]
    for (const name of names) {
      const key = `${issue_id}.${name}`
      const known = changes.get(key)
      known?.before.push(before)
      changes.set(key, { at, before: known?.before ?? [before] })
    }
  }
  return {
    changedAt: (issueId, field) => changes.get(`${issueId}.${field}`)?.at,
    before: (issueId, field) => changes.get(`${issueId}.${field}`)?.before ?? [],
  }
}
