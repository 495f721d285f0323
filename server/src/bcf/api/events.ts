import type { CommentEvent, TopicEvent } from '@plumbline/contract/bcf/api-events'
import { cutText } from '@plumbline/contract/characters'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { guidOf, nobody } from '../topic-of.ts'
import { type Codes, instantOf, placeLabel, tradeLabels, type WordKind, wordOf } from '../words.ts'
import { type Columns, orderedBy, wanted } from './filter-sql.ts'
import { type Page, rowsOf } from './topics.ts'

/** The log of issues in the words of the published events: one statement for a page of them. */

interface Told {
  topic_guid: string
  comment_guid: string
  text: string
  at: string
  email: string | null
  actions: { type: string; field: string | null; value: unknown }[]
}

const columns = {
  topic_guid: { type: 'folded', sql: sql`${guidOf('issues')}::text` },
  author: { type: 'folded', sql: sql`coalesce(author.email, ${nobody}::text)` },
  date: { type: 'instant', sql: sql`l.at` },
  type: { type: 'text', sql: sql`e.type` },
} as const satisfies Columns

const commentColumns = {
  ...columns,
  comment_guid: { type: 'folded', sql: sql`${guidOf('c')}::text` },
} as const satisfies Columns

/** Entries of issues that the caller sees, each with those of its actions that are asked for, if any. */
function entries(
  { tx, member }: ProjectCtx,
  page: Page,
  of: { actions: RawBuilder<unknown>; columns: Columns; only: RawBuilder<boolean> },
) {
  const { limit, offset } = rowsOf(page)
  const asked = wanted(page.$filter, of.columns)
  let found = visibleIssues(tx, member)
    .innerJoin('issue_log as l', (join) =>
      join.onRef('l.issue_id', '=', 'issues.id').onRef('l.project_id', '=', 'issues.project_id'),
    )
    .leftJoin('users as author', 'author.id', 'l.by_user_id')
    .leftJoin('issue_comments as c', (join) =>
      join.on(sql`c.id`, '=', sql`(l.data->>'comment_id')::uuid`).on('c.deleted_at', 'is', null),
    )
    .where(of.only)
    .where(sql<boolean>`exists (select from ${of.actions} e where ${asked})`)
    .select(['l.at', 'author.email', guidOf('issues').as('topic_guid'), guidOf('c').as('comment_guid')])
    .select(['c.text'])
    .select(
      sql<
        Told['actions']
      >`(select jsonb_agg(to_jsonb(e) order by e.ord) from ${of.actions} e where ${asked})`.as('actions'),
    )
  for (const order of orderedBy(page.$orderby, { date: sql`l.at` })) found = found.orderBy(order)
  // the order of commits is that of dates, and one that an index has: a page ends the search
  return found.orderBy('l.seq').limit(limit).offset(offset).execute() as Promise<Told[]>
}

/** Names of what the values of these actions refer to, by id. */
async function namesOf(tx: Tx, rows: Told[]): Promise<Map<string, string>> {
  const idsOf = (field: string) => [
    ...new Set(
      rows.flatMap(({ actions }) =>
        actions.flatMap((action) => (action.field === field && action.value ? String(action.value) : [])),
      ),
    ),
  ]
  const [people, levels, sections] = [idsOf('assignee_id'), idsOf('level_id'), idsOf('section_id')]
  const { rows: named } = await sql<{ id: string; name: string }>`
    select id, email as name from users where id = any (${people}::uuid[])
    union all select id, ${placeLabel.level('')}::text || name from levels where id = any (${levels}::uuid[])
    union all select id, ${placeLabel.section('')}::text || name from sections where id = any (${sections}::uuid[])`.execute(
    tx,
  )
  return new Map(named.map(({ id, name }) => [id, name]))
}

const kinds: Record<string, WordKind> = { status: 'topic_status', type: 'topic_type', priority: 'priority' }

/** A value of ours as BCF says it: of what has gone only that it was there. */
function wordFor({ field, value, type }: Told['actions'][number], names: Map<string, string>): string | null {
  if (value === null || value === undefined || type.endsWith('_removed') !== (type === 'label_removed'))
    return null
  const text = String(value)
  const kind = kinds[field ?? '']
  if (kind) return wordOf(kind, text as Codes[typeof kind])
  if (field === 'trade') return tradeLabels[text] ?? text
  if (field === 'assignee_id' || field === 'level_id' || field === 'section_id')
    return names.get(text) ?? nobody
  if (field === 'due_date') return instantOf(text)
  const most = { name: 128, description: 1024 }[field ?? ''] ?? Number.POSITIVE_INFINITY
  return cutText(text, most)
}

export async function topicEvents(
  ctx: ProjectCtx,
  page: Page,
  only: RawBuilder<boolean>,
): Promise<TopicEvent[]> {
  const rows = await entries(ctx, page, { actions: sql`bcf_topic_actions(l.kind, l.data)`, columns, only })
  const names = await namesOf(ctx.tx, rows)
  return mapInSlices(rows, ({ topic_guid, at, email, actions }) => {
    const told = actions.map((action) => ({
      type: action.type as TopicEvent['actions'][number]['type'],
      value: wordFor(action, names),
    }))
    return { topic_guid, date: at, author: email ?? nobody, actions: told, events: told }
  })
}

/** GUIDs of the views that comments were given, by id; one that is gone keeps the id that it had. */
async function viewGuids(tx: Tx, rows: Told[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actions }) => actions.flatMap(({ value }) => (value ? String(value) : [])))
  if (ids.length === 0) return new Map()
  const views = await tx
    .selectFrom('issue_viewpoints as v')
    .where('v.id', 'in', ids)
    .select(['v.id', guidOf('v').as('guid')])
    .execute()
  return new Map(views.map(({ id, guid }) => [id, guid]))
}

export async function commentEvents(
  ctx: ProjectCtx,
  page: Page,
  only: RawBuilder<boolean>,
): Promise<CommentEvent[]> {
  const actions = sql`bcf_comment_actions(l.kind, l.data)`
  const rows = await entries(ctx, page, { actions, columns: commentColumns, only })
  const views = await viewGuids(ctx.tx, rows)
  return mapInSlices(rows, ({ topic_guid, comment_guid, at, email, text, actions: done }) => {
    const told = done.map(({ type, value }) => ({
      type: type as CommentEvent['actions'][number]['type'],
      // the log holds no words: as the comment says them now
      value:
        type === 'comment_text_updated'
          ? cutText(text, 1024)
          : value
            ? (views.get(String(value)) ?? String(value))
            : null,
    }))
    return { comment_guid, topic_guid, date: at, author: email ?? nobody, actions: told, events: told }
  })
}

export const ofComments = sql<boolean>`l.kind in ('COMMENTED', 'COMMENT_EDITED') and c.id is not null`
