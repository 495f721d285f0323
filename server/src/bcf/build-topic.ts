import type { Topic } from '@plumbline/bcf/model'
import { fieldsOf } from '@plumbline/contract/issues/issue-fields'
import type { Vocabulary } from '@plumbline/contract/projects/vocabulary'
import { sql } from 'kysely'
import type { ProjectMember } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { visibleIssues } from '../issues/visible.ts'
import { formatMentions } from './mentions.ts'
import { ownLabelsColumn } from './own-labels.ts'
import { formatPreservedCode, getPreservedText, type PreservedFields } from './preserved-fields.ts'
import {
  formatDecimalLabel,
  formatDueInstant,
  formatServerAssignedId,
  formatTradeLabel,
  placeLabel,
} from './words.ts'

/** Issues as BCF topics: one row per visible issue with everything that a topic's own fields need. */

/** SQL expression of the BCF GUID of a row of `issues`, comments or viewpoints. */
export const guidColumn = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.bcf_guid`)}, ${sql.ref(`${table}.id`)})`

/** author of content by a deleted account */
export const unknownAuthor = 'unknown'

const joinTopicTables = (tx: Tx, member: ProjectMember) =>
  visibleIssues(tx, member)
    .leftJoin('issue_bcf as k', 'k.issue_id', 'issues.id')
    .leftJoin('users as creator', 'creator.id', 'issues.created_by')
    .leftJoin('users as editor', 'editor.id', 'issues.updated_by')
    .leftJoin('users as assignee', 'assignee.id', 'issues.assignee_id')
    .leftJoin('levels as level', 'level.id', 'issues.level_id')
    .leftJoin('sections as section', 'section.id', 'issues.section_id')

const columns = [
  'issues.id',
  'issues.number',
  'issues.name',
  'issues.description',
  'issues.type',
  'issues.status',
  'issues.priority',
  'issues.trade',
  'issues.labels',
  'issues.stage',
  'issues.due_date',
  ...fieldsOf('decimal').map((name) => `issues.${name}` as const),
  'issues.created_at',
  'issues.updated_at',
  'issues.round',
  'issues.created_by',
  'issues.assignee_id',
  'issues.resolved_by',
  'creator.email as creator_email',
  'editor.email as editor_email',
  'assignee.email as assignee_email',
  'level.name as level_name',
  'section.name as section_name',
  'k.topic as preserved',
] as const

/** SQL: the project's names for types, trades and statuses of an issue. */
const vocabularyColumn = sql<Vocabulary>`(select p.vocabulary from projects p where p.id = issues.project_id)`

/** Selects the columns that `buildTopic` and the permission rules need. */
export const selectTopics = (tx: Tx, member: ProjectMember) =>
  joinTopicTables(tx, member).select([
    ...columns,
    guidColumn('issues').as('guid'),
    ownLabelsColumn.as('own_labels'),
    vocabularyColumn.as('vocabulary'),
  ])

export type TopicRow = Awaited<ReturnType<ReturnType<typeof selectTopics>['executeTakeFirstOrThrow']>>

export type TopicWithoutParts = Omit<
  Topic,
  'files' | 'document_references' | 'related_topics' | 'comments' | 'viewpoints'
>

function listLabels(row: TopicRow, { labels: preserved = [] }: PreservedFields): string[] {
  const { trade, level_name, section_name } = row
  const tradeLabel = formatTradeLabel(trade, row.vocabulary)
  return [
    // first: another program then finds the value before a label that looks like one
    ...row.own_labels.map(({ label }) => label),
    ...row.labels,
    ...preserved,
    ...(tradeLabel === undefined ? [] : [tradeLabel]),
    ...(level_name ? [placeLabel.level(level_name)] : []),
    ...(section_name ? [placeLabel.section(section_name)] : []),
    ...fieldsOf('decimal').flatMap((name) => {
      const value = row[name]
      return value === null ? [] : [formatDecimalLabel(name, value)]
    }),
  ]
}

function formatDueDate({ due_date }: TopicRow, { words }: PreservedFields): string | undefined {
  if (due_date === null) return undefined
  return words?.due_date?.means === due_date ? words.due_date.word : formatDueInstant(due_date)
}

export function buildTopic(row: TopicRow): TopicWithoutParts {
  const preserved = (row.preserved as PreservedFields | null) ?? {}
  const isUnmodified = preserved.never_modified && row.updated_at === row.created_at
  return {
    guid: row.guid,
    server_assigned_id: formatServerAssignedId(row.number),
    topic_type: formatPreservedCode('topic_type', row.type, preserved, row.vocabulary),
    topic_status: formatPreservedCode('topic_status', row.status, preserved, row.vocabulary),
    priority: formatPreservedCode('priority', row.priority, preserved, row.vocabulary),
    title: getPreservedText('title', row.name, preserved),
    index: preserved.index,
    labels: listLabels(row, preserved),
    reference_links: preserved.reference_links ?? [],
    creation_date: row.created_at,
    creation_author: row.creator_email ?? preserved.creation_author ?? unknownAuthor,
    modified_date: isUnmodified ? undefined : row.updated_at,
    modified_author: isUnmodified ? undefined : (row.editor_email ?? preserved.modified_author),
    due_date: formatDueDate(row, preserved),
    assigned_to: row.assignee_email ?? preserved.assigned_to,
    stage: getPreservedText('stage', row.stage ?? '', preserved) || undefined,
    description: formatMentions(getPreservedText('description', row.description, preserved)) || undefined,
    bim_snippet: preserved.bim_snippet,
  }
}
