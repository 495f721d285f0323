import type { CommentEvent, TopicEvent } from '@plumbline/contract/bcf/api-events'
import { cutText } from '@plumbline/contract/characters'
import type { CustomValue } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { isFieldOf } from '@plumbline/contract/issues/issue-fields'
import type { Vocabulary } from '@plumbline/contract/projects/vocabulary'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readCustomFields } from '../../issues/custom-fields/custom-fields.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { selectKeptId } from '../../users/merged-people.ts'
import { guidColumn, unknownAuthor } from '../build-topic.ts'
import { formatMentions } from '../mentions.ts'
import { formatOwnLabel, type OwnLabelField } from '../own-labels.ts'
import {
  formatCode,
  formatDecimalLabel,
  formatDueInstant,
  formatTradeLabel,
  type IssueCodes,
  labelFields,
  placeLabel,
  type WordKind,
} from '../words.ts'
import { buildFilterCondition, buildOrder, type FilterColumns } from './filter-sql.ts'
import { computeODataRange, type ODataPage } from './topics.ts'

/** The issue log as BCF events, one query per page. */

const LONGEST_VALUE = 1024
/**
 * limit on characters read of a text: mentions are longer here than in BCF, and a page of complete comments may be gigabytes
 */
const READ_CHARACTERS = 4 * LONGEST_VALUE

interface LogEntryRow {
  topic_guid: string
  comment_guid: string
  text: string
  at: string
  email: string | null
  actions: { type: string; field: string | null; value: unknown }[]
}

const columns = {
  topic_guid: { type: 'folded', sql: sql`${guidColumn('issues')}::text` },
  author: { type: 'folded', sql: sql`coalesce(author.email, ${unknownAuthor}::text)` },
  date: { type: 'instant', sql: sql`l.at` },
  type: { type: 'text', sql: sql`e.type` },
} as const satisfies FilterColumns

const commentColumns = {
  ...columns,
  comment_guid: { type: 'folded', sql: sql`${guidColumn('c')}::text` },
} as const satisfies FilterColumns

/** Log entries of visible issues, each with the actions that match the filter; skips entries without any. */
function listLogEntries(
  { tx, member }: ProjectCtx,
  page: ODataPage,
  options: { actions: RawBuilder<unknown>; columns: FilterColumns; only: RawBuilder<boolean> },
) {
  const { limit, offset } = computeODataRange(page)
  const condition = buildFilterCondition(page.$filter, options.columns)
  let found = visibleIssues(tx, member)
    .innerJoin('issue_log as l', (join) =>
      join.onRef('l.issue_id', '=', 'issues.id').onRef('l.project_id', '=', 'issues.project_id'),
    )
    .leftJoin('users as author', (join) => join.on('author.id', '=', selectKeptId('l.by_user_id')))
    .leftJoin('issue_comments as c', (join) =>
      join.on(sql`c.id`, '=', sql`(l.data->>'comment_id')::uuid`).on('c.deleted_at', 'is', null),
    )
    .where(options.only)
    .where(sql<boolean>`exists (select from ${options.actions} e where ${condition})`)
    .select([
      'l.at',
      'author.email',
      guidColumn('issues').as('topic_guid'),
      guidColumn('c').as('comment_guid'),
    ])
    .select(sql<string>`left(c.text, ${READ_CHARACTERS}::int)`.as('text'))
    .select(
      sql<LogEntryRow['actions']>`(select jsonb_agg(to_jsonb(e) || case jsonb_typeof(e.value)
        when 'string' then jsonb_build_object('value', left(e.value #>> '{}', ${READ_CHARACTERS}::int)) else '{}' end
        order by e.ord) from ${options.actions} e where ${condition})`.as('actions'),
    )
  for (const order of buildOrder(page.$orderby, { date: sql`l.at` })) found = found.orderBy(order)
  // `seq` follows the dates and is indexed: the scan ends with the page
  return found.orderBy('l.seq').limit(limit).offset(offset).execute() as Promise<LogEntryRow[]>
}

/** The project's custom fields by their names in the log. */
type OwnFields = ReadonlyMap<string, OwnLabelField>

/** E-mail addresses, level names and section names that the actions refer to, by id. */
async function listNamesById(tx: Tx, rows: LogEntryRow[], own: OwnFields): Promise<Map<string, string>> {
  const idsOf = (...fields: string[]) => [
    ...new Set(
      rows.flatMap(({ actions }) =>
        actions.flatMap(({ field, value }) => (fields.includes(field ?? '') && value ? String(value) : [])),
      ),
    ),
  ]
  const peopleKeys = [...own].flatMap(([key, { kind }]) => (kind === 'PERSON' ? [key] : []))
  const people = idsOf('assignee_id', ...peopleKeys)
  const [levels, sections] = [idsOf('level_id'), idsOf('section_id')]
  const { rows: named } = await sql<{ id: string; name: string }>`
    select u.id, k.email as name from users u join users k on k.id = coalesce(u.merged_into, u.id)
      where u.id = any (${people}::uuid[])
    union all select id, ${placeLabel.level('')}::text || name from levels where id = any (${levels}::uuid[])
    union all select id, ${placeLabel.section('')}::text || name from sections where id = any (${sections}::uuid[])`.execute(
    tx,
  )
  return new Map(named.map(({ id, name }) => [id, name]))
}

const wordKindByField: Record<string, WordKind> = {
  status: 'topic_status',
  type: 'topic_type',
  priority: 'priority',
}

/** The BCF value of an action; null for removed values, except labels. */
function formatActionValue(
  { field, value, type }: LogEntryRow['actions'][number],
  names: Map<string, string>,
  own: OwnFields,
  vocabulary: Vocabulary,
): string | null {
  if (value === null || value === undefined || type.endsWith('_removed') !== (type === 'label_removed'))
    return null
  const text = String(value)
  const kind = wordKindByField[field ?? '']
  if (kind) return formatCode(kind, text as IssueCodes[typeof kind], vocabulary)
  if (field && isFieldOf('decimal', field)) return formatDecimalLabel(field, Number(value))
  const ownField = own.get(field ?? '')
  if (ownField) return formatOwnLabel(ownField, value as CustomValue, (id) => names.get(id)) ?? unknownAuthor
  if (field === 'trade') return formatTradeLabel(text, vocabulary) ?? text
  if (field === 'assignee_id' || field === 'level_id' || field === 'section_id')
    return names.get(text) ?? unknownAuthor
  if (field === 'due_date') return formatDueInstant(text)
  const most = { name: 128, description: LONGEST_VALUE }[field ?? ''] ?? Number.POSITIVE_INFINITY
  return cutText(field === 'description' ? formatMentions(text) : text, most)
}

export async function listEventsOfTopics(
  ctx: ProjectCtx,
  page: ODataPage,
  only: RawBuilder<boolean>,
): Promise<TopicEvent[]> {
  const own: OwnFields = new Map(
    (await readCustomFields(ctx.tx, ctx.member.project_id))
      .filter(({ archived }) => !archived)
      .map((field) => [buildCustomKey(field.id), field]),
  )
  const labelled = [...labelFields, ...own.keys()]
  const rows = await listLogEntries(ctx, page, {
    actions: sql`bcf_topic_actions(l.kind, l.data, ${labelled}::text[])`,
    columns,
    only,
  })
  const names = await listNamesById(ctx.tx, rows, own)
  const { vocabulary } = await readProjectWords(ctx.tx, ctx.member.project_id)
  return mapInSlices(rows, ({ topic_guid, at, email, actions }) => {
    const events = actions.map((action) => ({
      type: action.type as TopicEvent['actions'][number]['type'],
      value: formatActionValue(action, names, own, vocabulary),
    }))
    return { topic_guid, date: at, author: email ?? unknownAuthor, actions: events, events: events }
  })
}

/** BCF GUIDs of the viewpoints in these actions, by id; deleted viewpoints are missing. */
async function listViewpointGuidsById(tx: Tx, rows: LogEntryRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actions }) => actions.flatMap(({ value }) => (value ? String(value) : [])))
  if (ids.length === 0) return new Map()
  const views = await tx
    .selectFrom('issue_viewpoints as v')
    .where('v.id', 'in', ids)
    .select(['v.id', guidColumn('v').as('guid')])
    .execute()
  return new Map(views.map(({ id, guid }) => [id, guid]))
}

export async function listEventsOfComments(
  ctx: ProjectCtx,
  page: ODataPage,
  only: RawBuilder<boolean>,
): Promise<CommentEvent[]> {
  const actions = sql`bcf_comment_actions(l.kind, l.data)`
  const rows = await listLogEntries(ctx, page, { actions, columns: commentColumns, only })
  const views = await listViewpointGuidsById(ctx.tx, rows)
  return mapInSlices(rows, ({ topic_guid, comment_guid, at, email, text, actions: done }) => {
    const events = done.map(({ type, value }) => ({
      type: type as CommentEvent['actions'][number]['type'],
      // the log stores no comment texts: the current text is sent
      value:
        type === 'comment_text_updated'
          ? cutText(formatMentions(text), LONGEST_VALUE)
          : value
            ? (views.get(String(value)) ?? String(value))
            : null,
    }))
    return {
      comment_guid,
      topic_guid,
      date: at,
      author: email ?? unknownAuthor,
      actions: events,
      events: events,
    }
  })
}

export const isCommentEntry = sql<boolean>`l.kind in ('COMMENTED', 'COMMENT_EDITED') and c.id is not null`
