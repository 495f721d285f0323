import { mergeCustomValues } from '@plumbline/contract/issues/custom-fields'
import { isCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { WriteContext } from '../../context.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import type { BulkFields, StoredIssue } from '../../issues/bulk/apply-changes.ts'
import type { IssueOrigin } from '../../issues/sheets/insert-issues.ts'
import { buildStatusColumns } from '../../issues/status-columns.ts'
import type { PreservedFields, TextField } from '../preserved-fields.ts'
import type { WordKind } from '../words.ts'
import { fieldByMergeName, type MergeFieldName } from './merge-fields.ts'
import type { TopicPlan } from './plan-topics.ts'
import type { StagedTopic, StoredParts } from './staged.ts'
import type { WriteTarget } from './write-parts.ts'

/** Builds the columns and preserved fields that a planned topic writes. */

/** Columns of a new issue. Accepts any status of the file: status rules apply to people, not to imports. */
export function buildNewFields(
  { columns }: TopicPlan<StagedTopic>,
  { updated_by: by, updated_at: at }: IssueOrigin,
): BulkFields {
  const { status } = columns.fields
  if (status === 'RESOLVED') return { ...columns.fields, resolved_by: by, resolved_at: at }
  if (status === 'CLOSED') return { ...columns.fields, closed_by: by, closed_at: at }
  return columns.fields
}

export function buildChangedFields(
  ctx: WriteContext,
  { accepted, columns }: TopicPlan<StagedTopic>,
  before: StoredIssue,
): BulkFields {
  const fields: BulkFields = {}
  for (const name of accepted) {
    const column = fieldByMergeName[name]
    if (
      !column ||
      formatCanonicalJson(before[column]) === formatCanonicalJson(columns.fields[column] ?? null)
    )
      continue
    Object.assign(fields, { [column]: columns.fields[column] ?? null })
  }
  const own = accepted.filter(isCustomKey).map((key) => {
    const id = parseCustomKey(key) ?? ''
    return [id, columns.fields.custom_fields?.[id] ?? null] as const
  })
  const values = mergeCustomValues(before.custom_fields, Object.fromEntries(own))
  if (formatCanonicalJson(values) !== formatCanonicalJson(before.custom_fields)) fields.custom_fields = values
  const { status } = columns.fields
  if (!accepted.includes('topic_status') || status === before.status) return fields
  return { ...fields, ...buildStatusColumns(ctx.member.user_id, ctx.now().toISOString(), before, status) }
}

/** Blob ids of the header files in the archive, by base name. */
function listBlobsByName(
  { topic }: TopicPlan<StagedTopic>,
  stored: StoredParts | null,
): Record<string, string> {
  const blobs: Record<string, string> = {}
  for (const { is_external, reference } of topic.files) {
    const blob = is_external || reference === undefined ? undefined : stored?.blobs[reference]
    if (blob && reference !== undefined) blobs[reference.slice(reference.lastIndexOf('/') + 1)] = blob
  }
  return blobs
}

/** Drops undefined values, empty objects and empty lists. */
const omitEmpty = (preserved: PreservedFields): PreservedFields =>
  Object.fromEntries(
    Object.entries(preserved).filter(
      ([, value]) => value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  )

export function buildNewPreserved(plan: TopicPlan<StagedTopic>, stored: StoredParts | null): PreservedFields {
  const { topic, columns } = plan
  return omitEmpty({
    ...columns.preserved,
    creation_author: topic.creation_author,
    modified_author: topic.modified_author,
    never_modified: topic.modified_date === undefined ? true : undefined,
    unindexed: topic.viewpoints.every(({ index }) => index === undefined) ? true : undefined,
    blobs: listBlobsByName(plan, stored),
  })
}

const wordKindByField: Partial<Record<MergeFieldName, WordKind | TextField | 'due_date'>> = {
  topic_type: 'topic_type',
  topic_status: 'topic_status',
  priority: 'priority',
  due_date: 'due_date',
  title: 'title',
  description: 'description',
  stage: 'stage',
}
const wholeFields = ['labels', 'assigned_to', 'index', 'reference_links', 'bim_snippet', 'files'] as const

export function buildChangedPreserved(
  plan: TopicPlan<StagedTopic>,
  stored: StoredParts | null,
): PreservedFields {
  const { accepted, columns } = plan
  const preserved: PreservedFields = { ...plan.existing?.preserved }
  const words = { ...preserved.words }
  for (const name of accepted) {
    const kind = wordKindByField[name]
    if (!kind) continue
    const word = columns.preserved.words?.[kind]
    if (word) words[kind] = word
    else delete words[kind]
  }
  for (const name of wholeFields)
    if (accepted.includes(name)) Object.assign(preserved, { [name]: columns.preserved[name] })
  if (accepted.includes('files')) preserved.blobs = listBlobsByName(plan, stored)
  return omitEmpty({ ...preserved, words })
}

export const buildWriteTarget = (
  plan: TopicPlan<StagedTopic>,
  row: StoredIssue,
  stored: StoredParts | null,
): WriteTarget => ({
  issue_id: row.id,
  round: row.round,
  is_new: plan.outcome === 'NEW',
  attachments: row.attachments,
  checksums: new Set(plan.existing?.attachments.values()),
  last_view_index: plan.existing?.last_view_index ?? -1,
  views: new Map([...(plan.existing?.views ?? []), ...Object.entries(stored?.known_views ?? {})]),
  stored,
  preserved: {},
})
