import type { WriteContext } from '../../context.ts'
import type { BulkFields, StoredIssue } from '../../issues/bulk/apply-changes.ts'
import { formatCanonicalJson } from '../../issues/log.ts'
import type { IssueOrigin } from '../../issues/sheets/insert-issues.ts'
import { buildStatusColumns } from '../../issues/status-columns.ts'
import type { Kept, LineKind } from '../kept.ts'
import type { WordKind } from '../words.ts'
import type { Plan } from './compare.ts'
import type { FactName } from './facts.ts'
import type { StagedTopic, StoredParts } from './staged.ts'
import type { Receiver } from './write-parts.ts'

/** What becomes of the row of an issue, and of what is kept beside it. */

/** A file's status is the truth there: rules of how it moves are for people here. */
export function filedFields(
  { columns }: Plan<StagedTopic>,
  { updated_by: by, updated_at: at }: IssueOrigin,
): BulkFields {
  const { status } = columns.fields
  if (status === 'RESOLVED') return { ...columns.fields, resolved_by: by, resolved_at: at }
  if (status === 'CLOSED') return { ...columns.fields, closed_by: by, closed_at: at }
  return columns.fields
}

const columnOf: Partial<Record<FactName, keyof BulkFields>> = {
  ...{ title: 'name', description: 'description', topic_type: 'type', priority: 'priority', trade: 'trade' },
  ...{ level: 'level_id', section: 'section_id', labels: 'labels', assigned_to: 'assignee_id' },
  ...{ due_date: 'due_date', stage: 'stage' },
}

export function changedFields(
  ctx: WriteContext,
  { taken, columns }: Plan<StagedTopic>,
  before: StoredIssue,
): BulkFields {
  const fields: BulkFields = {}
  for (const name of taken) {
    const column = columnOf[name]
    if (
      !column ||
      formatCanonicalJson(before[column]) === formatCanonicalJson(columns.fields[column] ?? null)
    )
      continue
    Object.assign(fields, { [column]: columns.fields[column] ?? null })
  }
  const { status } = columns.fields
  if (!taken.includes('topic_status') || status === before.status) return fields
  return { ...fields, ...buildStatusColumns(ctx.member.user_id, ctx.now().toISOString(), before, status) }
}

/** Files that came with the topic, by the names under which they are kept. */
function blobsOf({ topic }: Plan<StagedTopic>, stored: StoredParts | null): Record<string, string> {
  const blobs: Record<string, string> = {}
  for (const { is_external, reference } of topic.files) {
    const blob = is_external || reference === undefined ? undefined : stored?.blobs[reference]
    if (blob && reference !== undefined) blobs[reference.slice(reference.lastIndexOf('/') + 1)] = blob
  }
  return blobs
}

/** Without what is empty. */
const tidy = (kept: Kept): Kept =>
  Object.fromEntries(
    Object.entries(kept).filter(
      ([, value]) => value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  )

export function newKept(plan: Plan<StagedTopic>, stored: StoredParts | null): Kept {
  const { topic, columns } = plan
  return tidy({
    ...columns.kept,
    creation_author: topic.creation_author,
    modified_author: topic.modified_author,
    never_modified: topic.modified_date === undefined ? true : undefined,
    unindexed: topic.viewpoints.every(({ index }) => index === undefined) ? true : undefined,
    blobs: blobsOf(plan, stored),
  })
}

const worded: Partial<Record<FactName, WordKind | LineKind | 'due_date'>> = {
  ...{ topic_type: 'topic_type', topic_status: 'topic_status', priority: 'priority', due_date: 'due_date' },
  ...{ title: 'title', description: 'description', stage: 'stage' },
}
const lists = ['labels', 'assigned_to', 'index', 'reference_links', 'bim_snippet', 'files'] as const

export function changedKept(plan: Plan<StagedTopic>, stored: StoredParts | null): Kept {
  const { taken, columns } = plan
  const kept: Kept = { ...plan.here?.kept }
  const words = { ...kept.words }
  for (const name of taken) {
    const kind = worded[name]
    if (!kind) continue
    const word = columns.kept.words?.[kind]
    if (word) words[kind] = word
    else delete words[kind]
  }
  for (const name of lists) if (taken.includes(name)) Object.assign(kept, { [name]: columns.kept[name] })
  if (taken.includes('files')) kept.blobs = blobsOf(plan, stored)
  return tidy({ ...kept, words })
}

export const receiverOf = (
  plan: Plan<StagedTopic>,
  row: StoredIssue,
  stored: StoredParts | null,
): Receiver => ({
  issue_id: row.id,
  round: row.round,
  is_new: plan.outcome === 'NEW',
  attachments: row.attachments,
  last_view_index: plan.here?.last_view_index ?? -1,
  views: new Map(plan.here?.views),
  stored,
  kept: {},
})
